import type { Bill } from '@noren/contract/orders';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Text } from '../../ui/layout/text.tsx';

/** The end of a day is shown as 23:59, not as 00:00 of the next. */
const A_MINUTE_MS = 60_000;

/** The deadline for fixing a failed payout, and what happens after it. */
export function PayoutDeadline({ bill }: { bill: Bill }) {
  const t = useT();
  if (bill.openUntil === undefined) return null;

  return (
    <Text>{t('orders.fix_until', { moment: formatMoment(bill.openUntil - A_MINUTE_MS) })}</Text>
  );
}
