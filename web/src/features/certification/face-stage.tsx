import { needsCamera } from '@noren/core/people/face-check';
import type { FacePurpose } from '@noren/core/people/face-purpose';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { detectBrowser } from '../../pwa/in-app-browser.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { useBackTo } from '../../shared/steps/certification-steps.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { StepList } from '../../ui/layout/steps.tsx';
import { hasCamera } from './camera.ts';
import { FaceCamera } from './face/face-camera.tsx';
import { FaceIntro } from './face/face-intro.tsx';
import { FaceResult } from './face/face-result.tsx';
import { useEngine } from './face/use-engine.ts';
import { type FaceCheck, useFaceCheck, type Verdict } from './face/use-face-check.ts';
import { usePlace } from './face/use-place.tsx';
import { savesData } from './saves-data.ts';
import { busyText, Sending } from './sending.tsx';

type Props = {
  /**
   * The number of stages of the step, the last of them this one; undefined where the check is a
   * step by itself.
   */
  stages?: number;
  purpose: FacePurpose;
  isSaving: boolean;
  onDone: (verdict?: Verdict) => void;
  /** The camera opens without another tap: the consent's button has said so. */
  opensAtOnce?: boolean;
  /** Of somebody who is not signed in: what they proved so far. */
  ticket?: string;
  /** What may be done instead, below. */
  instead?: ReactNode;
  /** Where Back leads on the screen the app was opened at. */
  backTo?: string;
};

/**
 * The face check: an introduction, then five poses before the camera, judged by the server. Without
 * a working camera the user sends one picture for a manual review, where there is one.
 */
export function FaceStage(props: Props) {
  const { stages, purpose, isSaving, onDone, opensAtOnce = false, ticket, instead } = props;
  const { backTo = '/facial-auth/step-one?at=confirm' } = props;
  const t = useT();
  const onBeforeBack = useBackTo(backTo);
  const [isCameraOpen, setCameraOpen] = useState(false);
  const { ask, place, question, isLooking } = usePlace(purpose);
  const check = useFaceCheck(onDone, { purpose, place, ticket });
  const mayFilm = hasCamera();
  // Loaded while the introduction is read; in data-saver mode only on request.
  const [isEngineWanted, setEngineWanted] = useState(mayFilm && !savesData());
  const engine = useEngine(isEngineWanted && !check.isDone);
  const isBusy = check.isSending || isSaving;

  const open = () => {
    setEngineWanted(true);
    ask(() => setCameraOpen(true));
  };

  useOnce(opensAtOnce, open);

  const upload = needsCamera(purpose)
    ? undefined
    : (picture: Blob) => {
        setCameraOpen(false);
        void check.upload(picture);
      };

  return (
    <Page
      title={t('certification.face_title')}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={
        <FaceAction
          {...{ check, isSaving, isLooking, mayFilm, onDone }}
          onStart={open}
          onUpload={upload}
        />
      }
    >
      {stages !== undefined && <LastStage of={stages} />}
      <FaceResult check={check} />
      {isBusy ? (
        <Waiting part={isSaving ? 1 : check.part} isJudged={isSaving} />
      ) : (
        !check.isDone &&
        !check.isNotSent && <FaceIntro {...{ engine, purpose, mayFilm }} onUpload={upload} />
      )}
      {!isBusy && !check.isDone && instead}
      {question}
      {isCameraOpen && !check.isDone && (
        <FaceCamera
          engine={engine}
          begin={check.begin}
          error={check.error}
          onFrames={(frames) => {
            setCameraOpen(false);
            void check.send(frames);
          }}
          onUpload={upload}
          onClose={() => setCameraOpen(false)}
        />
      )}
    </Page>
  );
}

/** Whether the check can begin before the camera: not in an app whose pages may not use it. */
export const mayBeginAtOnce = (): boolean =>
  hasCamera() && detectBrowser(navigator.userAgent).inApp === null;

/** Once in the life of the screen, also where it is hidden and shown again. */
function useOnce(isWanted: boolean, act: () => void): void {
  const isDone = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isWanted || isDone.current) return;

    isDone.current = true;
    act();
  }, []);
}

function LastStage({ of: stages }: { of: number }) {
  const t = useT();

  return (
    <ProgressBar
      value={stages - 1}
      max={stages}
      label={t('ui.step_of', { current: stages, total: stages })}
    />
  );
}

type ActionProps = {
  check: FaceCheck;
  isSaving: boolean;
  /** The phone looks where it is. */
  isLooking: boolean;
  mayFilm: boolean;
  onStart: () => void;
  onUpload: ((picture: Blob) => void) | undefined;
  onDone: () => void;
};

/** The next step: wait, continue, send again, or begin. */
function FaceAction(props: ActionProps) {
  const { check, isSaving, isLooking, mayFilm, onStart, onUpload, onDone } = props;
  const t = useT();
  if (check.isSending || isSaving)
    return (
      <Button busy>
        {t(
          isSaving ? 'certification.busy_saving' : busyText(check.part, 'certification.busy_face'),
        )}
      </Button>
    );

  if (check.isDone) return <Button onClick={onDone}>{t('certification.save_continue')}</Button>;
  if (check.isNotSent)
    return <Button onClick={() => void check.sendAgain()}>{t('certification.send_again')}</Button>;

  if (mayFilm)
    return (
      <Button busy={isLooking} onClick={onStart}>
        {t(check.verdict ? 'certification.try_face_again' : 'certification.start_face')}
      </Button>
    );

  if (!onUpload) return null;

  return (
    <FileButton kind="primary" capture="user" onFile={onUpload}>
      {t('certification.take_photo')}
    </FileButton>
  );
}

/** What happens to the pictures while the user waits; `part` of them is sent, from 0 to 1. */
function Waiting({ part, isJudged }: { part: number; isJudged: boolean }) {
  const t = useT();
  const isSent = part >= 1;

  return (
    <>
      <Sending part={part}>
        {t(isJudged ? 'certification.saving' : 'certification.checking_face')}
      </Sending>
      <Card rows label={t('certification.face_waiting')}>
        <StepList
          items={[
            { label: t('certification.face_wait_sent'), state: isSent ? 'done' : 'now' },
            {
              label: t('certification.face_wait_compared'),
              note: t('certification.face_wait_time'),
              state: isJudged ? 'done' : isSent ? 'now' : 'todo',
            },
            { label: t('certification.face_wait_deleted'), state: isJudged ? 'done' : 'todo' },
          ]}
        />
      </Card>
    </>
  );
}
