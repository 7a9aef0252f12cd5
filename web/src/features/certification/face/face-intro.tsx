import type { FacePurpose } from '@noren/core/people/face-purpose';
import type { Pose } from '@noren/core/people/liveness';
import { useState } from 'react';
import { type TextId, useT } from '../../../i18n/index.ts';
import { detectBrowser } from '../../../pwa/in-app-browser.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { FileButton } from '../../../ui/form/file-button.tsx';
import { Icon } from '../../../ui/layout/icon.tsx';
import { Stack, Text } from '../../../ui/layout/text.tsx';
import { Why } from '../why.tsx';
import style from './face.module.css';
import { Head } from './head.tsx';
import { LoadBar } from './load-bar.tsx';
import { OpenInBrowser } from './open-in-browser.tsx';
import type { EngineState } from './use-engine.ts';
import { canSpeak, isVoiceOn, setVoice } from './voice.ts';

const STEPS: readonly { pose: Pose | null; words: TextId }[] = [
  { pose: 'face', words: 'certification.face_step_hold' },
  { pose: 'left', words: 'certification.face_step_move' },
  { pose: null, words: 'certification.face_step_sent' },
];

type Props = {
  engine: EngineState;
  purpose: FacePurpose;
  mayFilm: boolean;
  /** Undefined where no picture is taken instead of the poses. */
  onUpload: ((picture: Blob) => void) | undefined;
};

/** The introduction, before the camera opens. */
export function FaceIntro({ engine, purpose, mayFilm, onUpload }: Props) {
  const t = useT();
  const app = detectBrowser(navigator.userAgent).inApp;
  const isLoading =
    mayFilm && engine.engine === undefined && engine.fault === undefined && engine.share > 0;

  return (
    <Stack>
      {app !== null && <OpenInBrowser app={app} />}
      {mayFilm ? (
        <FaceSteps />
      ) : (
        <Text tone="ink">
          {t(onUpload ? 'certification.face_no_camera' : 'certification.face_needs_camera')}
        </Text>
      )}
      {!mayFilm && purpose === 'card_code' && <Text>{t('certification.face_code_waits')}</Text>}
      {onUpload && (
        <>
          <FileButton onFile={onUpload}>
            {t(mayFilm ? 'certification.face_upload' : 'certification.upload')}
          </FileButton>
          <Text size="sm">{t('certification.face_upload_text')}</Text>
        </>
      )}
      <Why id="certification.why_face" />
      {isLoading && <LoadBar share={engine.share} />}
    </Stack>
  );
}

/** How the check goes, and whether its instructions are spoken. */
export function FaceSteps() {
  const t = useT();

  return (
    <>
      <ol className={style.steps}>
        {STEPS.map(({ pose, words }) => (
          <li key={words}>
            {pose ? (
              <Head pose={pose} />
            ) : (
              <span className={style.lock}>
                <Icon name="lock" size={28} />
              </span>
            )}
            <Text tone="ink">{t(words)}</Text>
          </li>
        ))}
      </ol>
      {canSpeak() && <VoiceBox />}
    </>
  );
}

function VoiceBox() {
  const t = useT();
  const [isOn, setOn] = useState(isVoiceOn());

  const turn = (wanted: boolean) => {
    setVoice(wanted);
    setOn(wanted);
  };

  return (
    <Checkbox checked={isOn} onChange={({ target }) => turn(target.checked)}>
      {t('certification.face_voice')}
    </Checkbox>
  );
}
