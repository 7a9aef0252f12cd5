import type { Bill } from '@noren/contract/orders';
import { businessDay, daysBetween } from '@noren/core/time';
import { Link } from 'react-router';
import { formatDay, formatWeekday } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Amount } from './hidden-amounts.tsx';
import style from './order-notices.module.css';

// @ASSUMED a due date is pressing from three days before: when the extension opens, and in time for a bank transfer.
const SOON_DAYS = 3;

type Props = { bills: readonly Bill[]; today: string; isLocked: boolean };

/** What the running orders ask of the user, the most pressing first: overdue and locked, failed, due soon, running. */
export function OrderNotices({ bills, today, isLocked }: Props) {
  const overdue = bills.find((bill) => bill.overdueDays > 0 || bill.borrowStatus === 60);
  const failed = bills.find((bill) => bill.borrowStatus === 45);
  const running = bills.filter((bill) => bill.borrowStatus === 50 && bill !== overdue);
  return (
    <>
      {(isLocked || overdue) && <OverdueNotice repayId={overdue?.repayId} owedPaise={overdue?.owedPaise} />}
      {failed && <FailedNotice />}
      {running.map((bill) => (
        <RunningNotice key={bill.repayId} bill={bill} today={today} />
      ))}
    </>
  );
}

type OverdueProps = { repayId: string | undefined; owedPaise?: number | undefined };

/** Specification §8: the limit is locked by an overdue order. */
export function OverdueNotice({ repayId, owedPaise }: OverdueProps) {
  const t = useT();
  return (
    <Notice
      tone="bad"
      title={t('home.overdue')}
      main={
        <ButtonLink to={repayId ? `/repay/${repayId}` : '/order'}>
          <span>
            {t('orders.repay')} {owedPaise !== undefined && <Amount paise={owedPaise} />}
          </span>
        </ButtonLink>
      }
    />
  );
}

function FailedNotice() {
  const t = useT();
  return (
    <Notice
      tone="due"
      title={t('home.payout_failed')}
      action={
        <Link className={style.action} to="/order">
          {t('orders.fix_bank')}
        </Link>
      }
    />
  );
}

function RunningNotice({ bill, today }: { bill: Bill; today: string }) {
  const t = useT();
  if (bill.dueDay === null) return null;
  const days = daysBetween(businessDay(today), businessDay(bill.dueDay));
  return (
    <Notice
      tone={days <= SOON_DAYS ? 'due' : 'plain'}
      title={
        <>
          <Amount paise={bill.owedPaise} /> {t('home.to_repay', { product: bill.productName })}
        </>
      }
      text={days <= SOON_DAYS ? t('home.due_in', { days, day: formatWeekday(bill.dueDay) }) : dueOn(bill.dueDay)}
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
