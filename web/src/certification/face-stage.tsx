import type { AnswerOf } from '@noren/contract/call';
import { checkLiveness, startLiveness } from '@noren/contract/certification';
import { useState } from 'react';
import { ApiError } from '../api.ts';
import { useSend } from '../api-hooks.tsx';
import { type MessageId, type Translate, useT } from '../i18n/index.ts';
import { HelpButton } from '../session-help.tsx';
import { useBackTo } from '../session-steps.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Text } from '../ui/text.tsx';
import { hasCamera } from './camera.ts';
import { CameraView } from './camera-view.tsx';
import style from './document-stage.module.css';
import { FileButton } from './file-button.tsx';
import { shrinkPicture } from './picture.ts';
import { Sending } from './sending.tsx';
import { Why } from './why.tsx';

type Verdict = AnswerOf<typeof checkLiveness>;

const REASONS: Record<string, MessageId> = {
  no_face: 'certification.face_no_face',
  many_faces: 'certification.face_many_faces',
  too_dark: 'certification.face_too_dark',
  too_bright: 'certification.face_too_bright',
  too_small: 'certification.face_too_small',
  cut_off: 'certification.face_cut_off',
  not_frontal: 'certification.face_not_frontal',
};

type Props = { stages: number; isSaving: boolean; onDone: () => void };

/** The face check: one picture, judged by the server; what did not do is said, with what to do about it. */
export function FaceStage({ stages, isSaving, onDone }: Props) {
  const t = useT();
  const onBeforeBack = useBackTo('/facial-auth/step-one?at=confirm');
  const [isCameraOpen, setCameraOpen] = useState(false);
  const { judge, verdict, isSending, error, isInReview } = useFaceCheck(onDone);
  const take = (picture: Blob) => {
    setCameraOpen(false);
    void judge(picture);
  };
  const isReviewed = verdict?.outcome === 'review' || isInReview;
  const isDone = isReviewed || verdict?.outcome === 'passed';
  const isBusy = isSending || isSaving;
  return (
    <Page
      title={t('certification.face_title')}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={
        isDone ? (
          <Button busy={isSaving} onClick={onDone}>
            {t('certification.save_continue')}
          </Button>
        ) : hasCamera() ? (
          <Button busy={isBusy} onClick={() => setCameraOpen(true)}>
            {t(verdict ? 'certification.try_face_again' : 'certification.start_face')}
          </Button>
        ) : (
          <FileButton kind="primary" capture="user" onFile={take} disabled={isBusy}>
            {t('certification.take_photo')}
          </FileButton>
        )
      }
    >
      <ProgressBar value={4} max={stages} label={t('ui.step_of', { current: 5, total: stages })} />
      <Told verdict={verdict} isReviewed={isReviewed} error={isInReview ? null : error} />
      <span className={style.oval} aria-hidden="true" />
      {isBusy ? (
        <Sending>{t(isSaving ? 'certification.saving' : 'certification.checking_face')}</Sending>
      ) : (
        <Text size="md" tone="ink" center>
          {t('certification.face_lead')}
        </Text>
      )}
      {!isDone && (
        <FileButton onFile={take} disabled={isBusy}>
          {t('certification.upload')}
        </FileButton>
      )}
      <Why id="certification.why_face" />
      {isCameraOpen && (
        <CameraView
          title={t('certification.face_title')}
          guide="face"
          hint={t('certification.fit_face')}
          onPicture={take}
          onClose={() => setCameraOpen(false)}
        />
      )}
    </Page>
  );
}

type ToldProps = { verdict: Verdict | undefined; isReviewed: boolean; error: Error | null };

/** What came of the picture, and what to do about it. */
function Told({ verdict, isReviewed, error }: ToldProps) {
  const t = useT();
  return (
    <div aria-live="polite">
      {verdict?.outcome === 'retry' && (
        <Notice
          tone="due"
          title={reasonText(verdict, t)}
          text={t('certification.tries_left', { count: verdict.triesLeft })}
        />
      )}
      {isReviewed && <Notice title={t('certification.face_review')} text={t('certification.face_review_text')} />}
      {error && <Notice tone="bad" title={t('certification.not_taken')} text={error.message} />}
    </div>
  );
}

/** Begins a check and sends the picture; a pass goes on by itself. */
function useFaceCheck(onPassed: () => void) {
  const start = useSend(startLiveness, 'screen');
  const check = useSend(checkLiveness, 'screen');
  const [verdict, setVerdict] = useState<Verdict>();
  const [isShrinking, setShrinking] = useState(false);
  const judge = async (picture: Blob) => {
    setShrinking(true);
    const file = await shrinkPicture(picture).finally(() => setShrinking(false));
    const begun = await start.send({ body: {} });
    if (!begun) return;
    const judged = await check.send({ body: { transactionId: begun.transactionId }, file });
    setVerdict(judged);
    if (judged?.outcome === 'passed') onPassed();
  };
  const error = start.error ?? check.error;
  // A person already looks at an earlier picture: nothing more is asked.
  const isInReview = error instanceof ApiError && error.data?.reason === 'liveness_in_review';
  return { judge, verdict, error, isInReview, isSending: isShrinking || start.isSending || check.isSending };
}

function reasonText({ reason }: Verdict, t: Translate): string {
  return t(REASONS[reason ?? ''] ?? 'certification.face_unclear');
}
