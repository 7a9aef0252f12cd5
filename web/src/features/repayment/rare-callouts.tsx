import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { ComingDebit } from '../../shared/loan/autopay-parts.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Button } from '../../ui/layout/button.tsx';
import type { RequestedPayment } from './use-pay.ts';

type Detail = AnswerOf<typeof repayDetail>;

type PayProps = { detail: Detail; onPay: (payment: RequestedPayment) => void };

/** Shown for few loans: an overpayment, a coming debit, a settlement offer, an accepted addendum. */
export function RareCallouts(props: PayProps) {
  const { debit, totalPaise } = props.detail;

  return (
    <>
      <Overpaid {...props.detail} />
      {totalPaise > 0 && debit && <ComingDebit debit={debit} />}
      <SettlementCallout {...props} />
      <AddendumCallout {...props} />
    </>
  );
}

/** Tells the borrower that an overpayment is refunded to its source. */
function Overpaid({ overpaidPaise }: Pick<Detail, 'overpaidPaise'>) {
  const t = useT();
  if (overpaidPaise === 0) return null;

  return (
    <Callout
      tone="good"
      title={t('repay.overpaid', { amount: formatMoney(overpaidPaise) })}
      text={t('repay.overpaid_text')}
    />
  );
}

/** An accepted addendum whose amount must be paid today, or a lapsed one. */
function AddendumCallout({ detail, onPay }: PayProps) {
  const t = useT();
  const { addendum, repayId, openIntent } = detail;
  if (addendum === null) return null;
  if (addendum.state === 'lapsed')
    return <Callout title={t('repay.addendum_lapsed')} text={t('repay.addendum_lapsed_text')} />;

  const { addendumNo, payNowPaise: shownPaise, newDueDay } = addendum;
  const amount = formatMoney(shownPaise);

  return (
    <Callout
      tone="due"
      title={t('repay.addendum_accepted', { day: formatDay(newDueDay), amount })}
      action={
        openIntent === null && (
          <Button
            kind="quiet"
            onClick={() => onPay({ repayId, kind: 'extension', addendumNo, shownPaise })}
          >
            {t('repay.pay', { amount })}
          </Button>
        )
      }
    />
  );
}

/** A settlement that the lender offers: what to pay by which day, and what is waived then. */
function SettlementCallout({ detail, onPay }: PayProps) {
  const t = useT();
  const { settlement, repayId, openIntent } = detail;
  if (settlement === null) return null;

  const { payPaise, payBy, restPaise } = settlement;
  const amount = formatMoney(payPaise);

  return (
    <Callout
      tone="good"
      title={t('repay.settlement', { amount, day: formatDay(payBy) })}
      text={t('repay.settlement_text', { rest: formatMoney(restPaise) })}
      action={
        openIntent === null && (
          <Button
            kind="quiet"
            onClick={() =>
              onPay({ repayId, kind: 'part', amountPaise: payPaise, shownPaise: payPaise })
            }
          >
            {t('repay.pay', { amount })}
          </Button>
        )
      }
    />
  );
}
