import type { Pose } from '@noren/core/people/liveness';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useState,
} from 'react';
import { type TextId, useLanguage, useT } from '../../../i18n/index.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { FileButton } from '../../../ui/form/file-button.tsx';
import { Button } from '../../../ui/layout/button.tsx';
import { Icon } from '../../../ui/layout/icon.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { Modal } from '../../../ui/overlay/dialog.tsx';
import { type CameraState, useCamera } from '../camera.ts';
import { NoCamera } from '../camera-view.tsx';
import style from './face.module.css';
import { Head } from './head.tsx';
import { LoadBar } from './load-bar.tsx';
import { awaited, countFinished, type Hint, type Sequence } from './sequence.ts';
import { type Frames, type LivenessTransaction, useCheck } from './use-check.ts';
import type { EngineState } from './use-engine.ts';
import { canSpeak, isVoiceOn, say, setVoice, stopSpeaking } from './voice.ts';

type Props = {
  engine: EngineState & { retry: () => void };
  begin: () => Promise<LivenessTransaction | undefined>;
  /** Why the check could not start. */
  error: Error | null;
  onFrames: (frames: Frames) => void;
  /** Undefined where no picture is taken instead of the poses. */
  onUpload: ((picture: Blob) => void) | undefined;
  onClose: () => void;
};

type Trouble = { title: TextId; text: ReactNode; retry?: (() => void) | undefined };

/**
 * The face check in full screen: one pose after the other, then the frames are sent. The camera
 * stops with it.
 */
export function FaceCamera({ engine, begin, error, onFrames, onUpload, onClose }: Props) {
  const t = useT();
  const { video, state, retry } = useCamera('user');
  const check = useCheck({
    video,
    engine: engine.engine,
    isRunning: state === 'running',
    begin,
    onFrames,
  });
  const cameraFault = state === 'starting' || state === 'running' ? undefined : state;
  const trouble = useTrouble(engine, check, { error, takesPicture: onUpload !== undefined });
  const { sequence } = check;

  useEffect(() => stopSpeaking, []);

  const isInTrouble = cameraFault !== undefined || trouble !== undefined;
  const again = cameraFault ? retry : trouble?.retry;

  return (
    <Modal
      open
      isDark
      title={t('certification.face_title')}
      onClose={onClose}
      actions={
        <>
          {isInTrouble && again && (
            <Button onClick={again}>
              {t(cameraFault ? 'certification.camera_again' : 'certification.try_face_again')}
            </Button>
          )}
          {onUpload && (isInTrouble || sequence?.isStuck) && (
            <FileButton kind={isInTrouble && !again ? 'primary' : 'ghost'} onFile={onUpload}>
              {t('certification.face_upload')}
            </FileButton>
          )}
          {!isInTrouble && canSpeak() && <VoiceButton />}
        </>
      }
    >
      {cameraFault ? (
        <NoCamera fault={cameraFault} takesPicture={onUpload !== undefined} />
      ) : trouble ? (
        <Callout tone="due" title={t(trouble.title)} text={trouble.text} />
      ) : (
        <div className={style.view}>
          {sequence ? (
            <PoseInstruction sequence={sequence} />
          ) : (
            <StartingView engine={engine} state={state} />
          )}
          <Finder video={video} sequence={sequence} />
          {sequence && <HintLine sequence={sequence} secondsLeft={check.secondsLeft} />}
        </div>
      )}
    </Modal>
  );
}

/** The text of what stops the check, and how to continue. */
function useTrouble(
  engine: Props['engine'],
  check: ReturnType<typeof useCheck>,
  { error, takesPicture }: { error: Error | null; takesPicture: boolean },
): Trouble | undefined {
  const t = useT();
  if (engine.fault === 'network') {
    return {
      title: 'certification.engine_network',
      text: t(takesPicture ? 'certification.engine_network_text' : 'ui.failed_text'),
      retry: engine.retry,
    };
  }

  if (engine.fault || check.trouble === 'engine') {
    return {
      title: 'certification.engine_unable',
      text: t(
        takesPicture ? 'certification.engine_unable_text' : 'certification.face_needs_camera',
      ),
    };
  }

  if (check.trouble === 'expired') {
    return {
      title: 'certification.face_expired',
      text: t('certification.face_expired_text'),
      retry: check.again,
    };
  }

  if (check.trouble !== 'refused') return undefined;

  return { title: 'certification.face_not_begun', text: error?.message, retry: check.again };
}

/** The camera or the engine is still starting. */
function StartingView({ engine, state }: { engine: EngineState; state: CameraState }) {
  const t = useT();
  if (engine.engine === undefined) return <LoadBar share={engine.share} />;

  return (
    <p role="status" className={style.hint}>
      {t(state === 'starting' ? 'certification.camera_starting' : 'certification.face_beginning')}
    </p>
  );
}

/** The current pose, drawn, written and spoken; and its number of five. */
function PoseInstruction({ sequence }: { sequence: Sequence }) {
  const t = useT();
  const language = useLanguage();
  const pose: Pose = awaited(sequence) ?? 'face';
  const words = t(`certification.pose_${pose}`);
  const number = Math.min(countFinished(sequence) + 1, sequence.poses.length);

  useEffect(() => say(words, language), [words, language]);

  return (
    <div className={style.instruction}>
      <Head pose={pose} />
      <div role="status" className={style.words}>
        <p className={style.number}>
          {t('certification.pose_of', { number, total: sequence.poses.length })}
        </p>
        <p className={style.pose}>{words}</p>
      </div>
    </div>
  );
}

const RING = 'M50 2.5a47.5 62.5 0 0 1 0 125a47.5 62.5 0 0 1 0-125';

/** The mirrored picture in its oval, with a ring for how long the pose was held. */
function Finder({
  video,
  sequence,
}: {
  video: RefObject<HTMLVideoElement | null>;
  sequence: Sequence | undefined;
}) {
  const isTaken =
    sequence !== undefined && countFinished(sequence) > 0 && sequence.awaitedSince === null;
  // The camera's own aspect ratio, so that exactly what is seen is sent.
  const [shape, setShape] = useState(3 / 4);

  const measure = ({
    currentTarget: { videoWidth, videoHeight },
  }: SyntheticEvent<HTMLVideoElement>) => {
    if (videoHeight > 0) setShape(videoWidth / videoHeight);
  };

  return (
    <div className={style.finder} style={{ '--shape': shape } as CSSProperties}>
      <video
        ref={video}
        playsInline
        muted
        onLoadedMetadata={measure}
        onResize={measure}
        className={style.video}
      />
      <svg viewBox="0 0 100 130" className={style.ring} aria-hidden="true">
        <path d={RING} />
        <path
          d={RING}
          pathLength={1}
          className={style.held}
          strokeDasharray={`${isTaken ? 1 : (sequence?.held ?? 0)} 1`}
        />
      </svg>
      {isTaken && (
        <span className={style.tick}>
          <Icon name="check" size={32} />
        </span>
      )}
    </div>
  );
}

/**
 * The hint about the picture, with a delay also for screen readers; in the last minute the time
 * left.
 */
function HintLine({ sequence, secondsLeft }: { sequence: Sequence; secondsLeft: number }) {
  const t = useT();
  const words = sequence.hint ? t(HINTS[sequence.hint]) : '';
  const spoken = useLasting(words);

  return (
    <div className={style.feedback}>
      <p className={style.hint} aria-hidden="true">
        {words}
      </p>
      <p role="status" className="visually-hidden">
        {spoken}
      </p>
      {sequence.isStuck && <Text center>{t('certification.face_stuck')}</Text>}
      {secondsLeft <= LAST_SECONDS && (
        <p className={style.left}>
          {t('certification.face_seconds_left', { seconds: secondsLeft })}
        </p>
      )}
    </div>
  );
}

function VoiceButton() {
  const t = useT();
  const [isOn, setOn] = useState(isVoiceOn());

  const turn = () => {
    setVoice(!isOn);
    setOn(!isOn);
  };

  return (
    <Button kind="quiet" onClick={turn}>
      {t(isOn ? 'certification.face_voice_off' : 'certification.face_voice_on')}
    </Button>
  );
}

const LAST_SECONDS = 60;

const HINTS: Record<Hint, TextId> = {
  no_face: 'certification.hint_no_face',
  many_faces: 'certification.hint_many_faces',
  too_dark: 'certification.hint_too_dark',
  too_bright: 'certification.hint_too_bright',
  too_small: 'certification.hint_too_small',
  cut_off: 'certification.hint_cut_off',
  unclear: 'certification.hint_unclear',
  hold: 'certification.hint_hold',
  more: 'certification.hint_more',
  other_way: 'certification.hint_other_way',
  upright: 'certification.hint_upright',
  eye_level: 'certification.hint_eye_level',
};

const LASTING_MS = 1_500;

/** A text once it was unchanged for a while: a screen reader could not follow every change. */
function useLasting(text: string): string {
  const [lasting, setLasting] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setLasting(text), LASTING_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return lasting;
}
