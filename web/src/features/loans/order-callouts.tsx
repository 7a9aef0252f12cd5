import type { Bill } from '@noren/contract/orders';
import { OrderStatus } from '@noren/core/lending/order-status';
import { businessDay, daysBetween } from '@noren/core/money/time';
import { asSentence, formatDay, formatMoment, formatWeekday } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { paymentPath } from '../../shared/loan/payment-channels.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Link } from '../../ui/routing/router.tsx';
import { Amount } from './hidden-amounts.tsx';
import style from './order-callouts.module.css';

// @ASSUMED a due date is shown from three days before: when the extension opens, and in time for a
// bank transfer.
const SOON_DAYS = 3;

type Props = { bills: readonly Bill[]; today: string; isLocked: boolean };

/**
 * Callouts of the running orders, most urgent first: overdue and locked, failed payout, due soon,
 * running.
 */
export function OrderCallouts({ bills, today, isLocked }: Props) {
  const overdue = bills.find(
    (bill) => bill.overdueDays > 0 || bill.borrowStatus === OrderStatus.overdue,
  );
  const failed = bills.find((bill) => bill.borrowStatus === OrderStatus.disbursementFailed);
  const running = bills.filter(
    (bill) => bill.borrowStatus === OrderStatus.active && bill !== overdue,
  );

  return (
    <>
      {(isLocked || overdue) && (
        <OverdueCallout
          repayId={overdue?.repayId}
          owedPaise={overdue?.owedPaise}
          checking={overdue?.checking}
        />
      )}
      {failed && <FailedCallout bill={failed} />}
      {running.map((bill) => (
        <RunningCallout key={bill.repayId} bill={bill} today={today} />
      ))}
    </>
  );
}

type OverdueProps = {
  repayId: string | undefined;
  owedPaise?: number | undefined;
  checking?: Bill['checking'];
};

/** Specification §8: the limit is locked by an overdue order. */
export function OverdueCallout({ repayId, owedPaise, checking }: OverdueProps) {
  const t = useT();
  // A payment in progress is not requested again.
  if (checking)
    return (
      <Callout
        tone="bad"
        title={t('home.overdue')}
        text={`${asSentence(t('orders.checking'))} ${t('repay.checking_text')}`}
        action={<SeePayment checking={checking} />}
      />
    );

  return (
    <Callout
      tone="bad"
      title={t('home.overdue')}
      main={
        <ButtonLink to={repayId ? `/repay/${repayId}` : '/order'}>
          {owedPaise === undefined ? t('orders.repay') : <RepayAmount paise={owedPaise} />}
        </ButtonLink>
      }
    />
  );
}

/** A text with the amount, which may be hidden, in place of its placeholder. */
function RepayAmount({ paise }: { paise: number }) {
  const t = useT();
  const [before, after] = t('orders.repay_amount', { amount: '|' }).split('|');

  return (
    <span>
      {before}
      <Amount paise={paise} />
      {after}
    </span>
  );
}

function SeePayment({ checking: { code, channel } }: { checking: NonNullable<Bill['checking']> }) {
  const t = useT();
  return (
    <Link className={style.action} to={paymentPath(code, channel, true)}>
      {t('repay.see_payment')}
    </Link>
  );
}

/** The end of a day is shown as 23:59, not as 00:00 of the next. */
const A_MINUTE_MS = 60_000;

function FailedCallout({ bill: { openUntil } }: { bill: Bill }) {
  const t = useT();

  return (
    <Callout
      tone="due"
      title={t('home.payout_failed')}
      text={
        openUntil !== undefined &&
        t('orders.fix_until', { moment: formatMoment(openUntil - A_MINUTE_MS) })
      }
      action={
        <Link className={style.action} to="/order">
          {t('orders.fix_bank')}
        </Link>
      }
    />
  );
}

function RunningCallout({ bill, today }: { bill: Bill; today: string }) {
  const t = useT();
  if (bill.dueDay === null) return null;

  if (bill.checking)
    return (
      <Callout
        tone="due"
        title={`${t('orders.checking')}, ${bill.productName}`}
        text={t('repay.checking_text')}
        action={<SeePayment checking={bill.checking} />}
      />
    );

  const days = daysBetween(businessDay(today), businessDay(bill.dueDay));
  return (
    <Callout
      tone={days <= SOON_DAYS ? 'due' : 'plain'}
      title={
        <>
          <Amount paise={bill.owedPaise} /> {t('home.to_repay', { product: bill.productName })}
        </>
      }
      text={
        days <= SOON_DAYS
          ? t('home.due_in', { days, day: formatWeekday(bill.dueDay) })
          : dueOn(bill.dueDay)
      }
      action={
        <Link className={style.action} to={`/repay/${bill.repayId}`}>
          {t('orders.repay')}
        </Link>
      }
    />
  );

  function dueOn(day: string) {
    return t('home.due_on', { day: formatDay(day) });
  }
}
