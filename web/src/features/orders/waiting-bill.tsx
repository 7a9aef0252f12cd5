import { type Bill, billDetail } from '@noren/contract/orders';
import { useCall } from '../../api/hooks.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { WaitingOrderView } from '../../shared/loan/waiting-order.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/text.tsx';

const REFRESH_EVERY_MS = 3_000;

/**
 * A list item for an order under review or being paid out: its progress, polled, and a link to its
 * details.
 */
export function WaitingBill({ bill, onOpen }: { bill: Bill; onOpen: () => void }) {
  const t = useT();
  const detail = useCall(billDetail, {
    params: { repayId: bill.repayId },
    everyMs: () => REFRESH_EVERY_MS,
  });

  return (
    <Stack gap={2}>
      <WaitingOrderView bill={bill} progress={detail.data} amount={formatMoney(bill.netPaise)} />
      <Card rows>
        <RowLink label={t('orders.details')} onClick={onOpen} />
      </Card>
    </Stack>
  );
}
