import { useT } from '../../i18n/index.ts';
import { CopyRow } from '../../ui/feedback/copy-row.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/text.tsx';
import { Barcode, drawBarcode } from './barcode.tsx';
import { groupInFours } from './group-in-fours.ts';
import { SaveButton } from './save-button.tsx';
import type { Payment } from './use-payment.ts';

type Props = { payment: Payment; code: string; label: string; biller?: string };

/** A number to be typed, read out or scanned. */
export function CodeCard({ payment, code, label, biller }: Props) {
  const t = useT();

  return (
    <Stack gap={3}>
      <Card rows label={label}>
        {biller !== undefined && <CopyRow label={t('pay.biller')} value={biller} />}
        <CopyRow label={label} value={code} displayText={groupInFours(code)} />
      </Card>
      <Barcode text={code} label={t('pay.barcode_label', { code: groupInFours(code) })} />
      <SaveButton payment={payment} drawing={drawBarcode(code)} code={groupInFours(code)} />
    </Stack>
  );
}
