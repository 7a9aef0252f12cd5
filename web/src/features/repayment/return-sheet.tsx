import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { returnLoan } from '@noren/contract/servicing';
import { useSend } from '../../api/hooks.tsx';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Button } from '../../ui/layout/button.tsx';
import { AmountRow, Card, Row } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';

type Detail = AnswerOf<typeof repayDetail>;
type Props = {
  detail: Detail;
  cooling: NonNullable<Detail['coolingOff']>;
  onPay: (totalPaise: number) => void;
  onClose: () => void;
};

/**
 * The return in the cooling-off days: today's cost, deadline, and whether the fee is refunded. No
 * reason is required.
 */
export function ReturnSheet({ detail, cooling, onPay, onClose }: Props) {
  const t = useT();
  const { send, isSending } = useSend(returnLoan);
  const { totalPaise, lastDay, isFeeKept } = cooling;
  const principal = Math.min(detail.principalOwedPaise, totalPaise);

  const requestReturn = async () => {
    const answer = await send({ body: { repayId: detail.repayId } });
    if (answer) onPay(answer.totalPaise);
    else onClose();
  };

  return (
    <Sheet
      open
      title={t('repay.return')}
      onClose={onClose}
      actions={
        <>
          <Button busy={isSending} onClick={() => void requestReturn()}>
            {t('repay.return_for', { amount: formatMoney(totalPaise) })}
          </Button>
          <Button kind="ghost" disabled={isSending} onClick={onClose}>
            {t('repay.return_not')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Text>{t('repay.return_text', { day: formatDay(lastDay) })}</Text>
        <Text>{t('repay.return_or_pay', { amount: formatMoney(detail.totalPaise) })}</Text>
        <Card rows label={t('repay.return')}>
          <AmountRow
            label={t('repay.to_pay', { day: formatDay(detail.asOfDay) })}
            value={formatMoney(totalPaise)}
          />
          {isFeeKept && (
            <>
              <Row label={t('repay.principal')} value={formatMoney(principal)} />
              <Row label={t('repay.return_interest')} value={formatMoney(totalPaise - principal)} />
            </>
          )}
        </Card>
        <Text>{t(isFeeKept ? 'repay.return_fee_kept' : 'repay.return_fee_back')}</Text>
      </Stack>
    </Sheet>
  );
}
