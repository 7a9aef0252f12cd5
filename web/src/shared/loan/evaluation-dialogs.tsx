import { type Coupon, receiveCoupon } from '@noren/contract/coupons';
import { creditInfo } from '@noren/contract/loans';
import { useEffect, useRef, useState } from 'react';
import { useCall, useSend } from '../../api/hooks.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { CountdownDialog } from '../../ui/feedback/countdown-dialog.tsx';
import { SuccessDialog } from '../../ui/feedback/success-dialog.tsx';
import { Figure } from '../../ui/layout/text.tsx';
import { conditionsInWords, worthInWords } from './coupon-text.ts';
import ticket from './coupon-ticket.module.css';
import { EVALUATION_EVERY_MS, keepEvaluationMark, useEvaluationMark } from './evaluation.ts';

type Props = {
  /**
   * On Home, or over the step that completed the certification; the words differ. Source:
   * specification §2.
   */
  place: 'home' | 'step';
  /** Called to show Home: after a countdown without an approval, or when the user returns there. */
  onHome?: () => void;
};

/**
 * The dialogs of an evaluation: once, a countdown of ten seconds, which offers the result as soon
 * as it is there; once, after an approval, "Congratulations", also when the evaluation ended before
 * the screen was opened. In between Home shows its waiting view.
 */
export function EvaluationDialogs({ place, onHome }: Props) {
  const t = useT();
  const { data: credit } = useCall(creditInfo, {
    everyMs: (answer) =>
      !answer || answer.state === 'evaluating' ? EVALUATION_EVERY_MS : undefined,
  });
  const mark = useEvaluationMark();
  const [isCounting, setCounting] = useState(false);
  const state = credit?.state ?? (place === 'step' ? 'evaluating' : undefined);
  // A countdown that started before a reload is not repeated.
  const isToCount = state === 'evaluating' && mark !== 'counted';
  const isOver = !isCounting && state === 'declined' && mark !== undefined;

  useEffect(() => {
    if (isToCount) {
      keepEvaluationMark('counted');
      setCounting(true);
    }

    if (isOver) keepEvaluationMark(undefined);
  }, [isToCount, isOver]);

  const coupon = useCertificationCoupon(mark !== undefined || isToCount);
  // An offer accepted meanwhile is applied for at once, and that is shown instead.
  const isWell = credit?.state === 'approved' && credit.waiting === null;

  return (
    <>
      <CountdownDialog
        open={isCounting}
        title={t(place === 'home' ? 'ui.amount_evaluated' : 'ui.processing')}
        text={t(place === 'home' ? 'home.evaluating_text' : 'home.assessing_text')}
        isReady={state !== undefined && state !== 'evaluating'}
        onEnd={() => {
          setCounting(false);
          if (!isWell) onHome?.();
        }}
      />
      <SuccessDialog
        open={!isCounting && mark !== undefined && isWell}
        title={t('home.congratulations')}
        action={t('home.return_home')}
        onAction={() => {
          keepEvaluationMark(undefined);
          onHome?.();
        }}
      >
        <Figure
          label={t('home.your_limit')}
          value={formatMoney(credit?.limitPaise ?? 0, 'whole')}
        />
        {coupon?.state === 'usable' && <Given coupon={coupon} />}
        <p>{t('home.return_to_apply')}</p>
      </SuccessDialog>
    </>
  );
}

function Given({ coupon }: { coupon: Coupon }) {
  const t = useT();

  return (
    <p className={ticket.ticket}>
      <span>
        {t('coupon.for_you')} <b>{worthInWords(coupon, t)}</b> {conditionsInWords(coupon, t)}
      </span>
    </p>
  );
}

/**
 * Requests the coupon for completing the certification once; the server issues it once, however
 * often requested.
 */
function useCertificationCoupon(isDue: boolean): Coupon | undefined {
  const { send } = useSend(receiveCoupon, 'quiet');
  const [coupon, setCoupon] = useState<Coupon>();
  const hasRequested = useRef(false);

  useEffect(() => {
    if (!isDue || hasRequested.current) return;
    hasRequested.current = true;
    // A lost answer does no harm: the coupon screen loads the coupons again.
    void send({}).then((answer) => answer && setCoupon(answer.coupon));
  }, [isDue, send]);

  return coupon;
}
