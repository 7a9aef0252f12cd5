import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Button } from '../../ui/layout/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Drawing, saveImage } from './save-image.ts';
import type { Payment } from './use-payment.ts';

type Props = { payment: Payment; drawing: Drawing; code?: string };

/** Saves a code with its payee and amount, for use without a network. */
export function SaveButton({ payment, drawing, code }: Props) {
  const t = useT();
  const { payeeName, orderLast4, reference } = payment;

  const save = async () => {
    const lines = [
      ...(code === undefined ? [] : [code]),
      t('pay.to', { payee: payeeName }),
      `${formatMoney(payment.amountPaise)} · ${t('pay.order', { last4: orderLast4 })}`,
      reference,
    ];

    try {
      await saveImage({ drawing, lines, fileName: `noren-${orderLast4}.png` });
    } catch (cause) {
      console.warn('The code could not be saved', cause);
      toast(t('pay.not_saved'));
    }
  };

  return (
    <Button kind="ghost" onClick={() => void save()}>
      {t('pay.save_image')}
    </Button>
  );
}
