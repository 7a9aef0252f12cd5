import { type Translate, useT } from '../../../i18n/index.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import style from './face.module.css';
import type { FaceCheck, Verdict } from './use-face-check.ts';

/** The result of the check, and what to do next. */
export function FaceResult({ check }: { check: FaceCheck }) {
  const t = useT();
  const { verdict, fault, error } = check;

  return (
    <>
      <div role="status">
        {verdict?.outcome === 'retry' && (
          <Callout
            tone="due"
            title={reasonText(verdict, t)}
            text={t('certification.tries_left', { count: verdict.triesLeft })}
          />
        )}
        {check.isInReview && (
          <Callout
            title={t('certification.face_review')}
            text={t('certification.face_review_text')}
          />
        )}
        {fault && (
          <Callout
            tone="bad"
            title={t('certification.not_taken')}
            text={t(`certification.picture_${fault}`)}
          />
        )}
        {error && check.isNotSent && (
          <Callout
            tone="bad"
            title={t('certification.face_unsent')}
            text={t('certification.face_unsent_text')}
          />
        )}
        {error && !check.isNotSent && (
          <Callout
            tone="bad"
            title={t(
              check.isExpired ? 'certification.face_expired' : 'certification.face_not_checked',
            )}
            text={check.isExpired ? t('certification.face_expired_text') : error.message}
          />
        )}
      </div>
      {check.isNotSent && (
        <p role="timer" className={style.left}>
          {t('certification.face_time_left', { time: formatLeft(check.secondsLeft) })}
        </p>
      )}
    </>
  );
}

/** '2:13' */
function formatLeft(seconds: number): string {
  return Number.isFinite(seconds)
    ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    : '';
}

function reasonText({ reason, pose }: Verdict, t: Translate): string {
  if (reason === 'wrong_pose' && pose)
    return t('certification.face_wrong_pose', { pose: t(`certification.pose_${pose}`) });
  return t(`certification.face_${reason ?? 'unclear'}`);
}
