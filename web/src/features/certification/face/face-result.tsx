import { LIVENESS_REASONS, type LivenessReason } from '@noren/core/people/liveness';
import { type Translate, useT } from '../../../i18n/index.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import type { FaceCheck, Verdict } from './use-face-check.ts';

/** The result of the check, and what to do next. */
export function FaceResult({ check }: { check: FaceCheck }) {
  const t = useT();
  const { verdict, fault, error } = check;
  return (
    <div role="status">
      {verdict?.outcome === 'retry' && (
        <Notice
          tone="due"
          title={reasonText(verdict, t)}
          text={t('certification.tries_left', { count: verdict.triesLeft })}
        />
      )}
      {check.isInReview && <Notice title={t('certification.face_review')} text={t('certification.face_review_text')} />}
      {fault && <Notice tone="bad" title={t('certification.not_taken')} text={t(`certification.picture_${fault}`)} />}
      {error && check.isNotSent && (
        <Notice tone="bad" title={t('certification.face_unsent')} text={t('certification.face_unsent_text')} />
      )}
      {error && !check.isNotSent && (
        <Notice
          tone="bad"
          title={t(check.isGone ? 'certification.face_expired' : 'certification.face_not_checked')}
          text={check.isGone ? t('certification.face_expired_text') : error.message}
        />
      )}
    </div>
  );
}

function reasonText({ reason, pose }: Verdict, t: Translate): string {
  const known = LIVENESS_REASONS.find((one) => one === reason);
  if (known === 'wrong_pose' && pose)
    return t('certification.face_wrong_pose', { pose: t(`certification.pose_${pose}`) });
  return t(`certification.face_${known ?? ('unclear' satisfies LivenessReason)}`);
}
