import type { AnswerOf } from '@noren/contract/call';
import { type repayDetail, repayEntries } from '@noren/contract/repayment';
import { allocate, allocationOrder, type Buckets, sumBuckets } from '@noren/core/lending/repayment';
import { paise } from '@noren/core/money/money';
import { useCall } from '../../api/hooks.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { usePart } from '../../shared/loan/part-field.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card, Row } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import { owedToday } from './explain.ts';

type Detail = AnswerOf<typeof repayDetail>;
type Props = { detail: Detail; onPay: (amountPaise: number) => void; onClose: () => void };

/** A part payment: amount, allocation, rest. The amount is not prefilled. */
export function PartSheet({ detail, onPay, onClose }: Props) {
  const t = useT();
  const { amount, isGood, judge, field } = usePart(detail);

  return (
    <Sheet
      open
      title={t('repay.part')}
      onClose={onClose}
      actions={
        <Button onClick={() => judge() && onPay(amount)}>
          {isGood ? t('repay.pay', { amount: formatMoney(amount) }) : t('repay.part_choose_amount')}
        </Button>
      }
    >
      <Stack gap={4}>
        {field}
        {isGood && <Sharing detail={detail} amount={amount} />}
        <Text>{t('repay.part_text')}</Text>
      </Stack>
    </Sheet>
  );
}

/** The allocation of a part payment by the server's rule, and the rest owed. */
function Sharing({ detail, amount }: { detail: Detail; amount: number }) {
  const t = useT();
  const entries = useCall(repayEntries, { params: { repayId: detail.repayId } });
  const owed = entries.data && toBuckets(owedToday(entries.data));
  // Only if the entries match the page: they may be slightly older or newer.
  const shares =
    owed && sumBuckets(owed) === detail.totalPaise ? allocate(paise(amount), owed) : undefined;

  return (
    <div role="status">
      <Card rows label={t('repay.part_goes')}>
        {shares &&
          allocationOrder.map(
            (bucket) =>
              shares[bucket] > 0 && (
                <Row
                  key={bucket}
                  label={t(`repay.part_to_${bucket}`)}
                  value={formatMoney(shares[bucket])}
                />
              ),
          )}
        <Row strong label={t('repay.part_left')} value={formatMoney(detail.totalPaise - amount)} />
      </Card>
    </div>
  );
}

function toBuckets({ principal, interest, penal, fees }: Record<keyof Buckets, number>): Buckets {
  return {
    principal: paise(principal),
    interest: paise(interest),
    penal: paise(penal),
    fees: paise(fees),
  };
}
