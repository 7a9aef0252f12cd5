import type { Instrument } from '@noren/contract/payment';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { CopyRow } from '../../ui/feedback/copy-row.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { groupInFours } from './group-in-fours.ts';

type Props = { instrument: Extract<Instrument, { channel: 'bank_transfer' }>; amountPaise: number };

/** The virtual account of this payment, each part to copy into the banking app. */
export function TransferDetails({ instrument, amountPaise }: Props) {
  const t = useT();
  const { accountNo, ifsc, holderName, bankName } = instrument;

  return (
    <Stack gap={3}>
      <Text>{t('pay.va_how')}</Text>
      <Card rows label={t('pay.va_account')}>
        <CopyRow
          label={t('pay.va_number')}
          value={accountNo}
          displayText={groupInFours(accountNo)}
        />
        <CopyRow label={t('bank.ifsc')} value={ifsc} />
        <CopyRow label={t('pay.va_name')} value={holderName} />
        {bankName !== null && <CopyRow label={t('bank.bank')} value={bankName} />}
        <CopyRow
          label={t('pay.received')}
          value={(amountPaise / 100).toFixed(2)}
          displayText={formatMoney(amountPaise)}
        />
      </Card>
      <Text>{t('pay.va_exact')}</Text>
    </Stack>
  );
}
