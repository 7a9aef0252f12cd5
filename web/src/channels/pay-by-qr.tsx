import type { AnswerOf } from '@noren/contract/call';
import type { viewPayment } from '@noren/contract/repayment';
import { useAppConfig } from '../api-config.ts';
import { formatMoment, formatMoney } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card, Row } from '../ui/card.tsx';
import { Figure, Stack, Text } from '../ui/text.tsx';
import { toast } from '../ui/toast.tsx';
import { QrCode } from './qr-code.tsx';
import { saveQr } from './save-qr.ts';

type Props = { payment: AnswerOf<typeof viewPayment> };

/** What to pay, to whom, and the code; the screen around it sees by itself when it was paid. */
export function PayByQr({ payment }: Props) {
  const t = useT();
  const { config } = useAppConfig();
  const { payeeName } = payment;
  const upi = payment.instruments.find(({ channel }) => channel === 'upi');
  const upiUri = upi?.channel === 'upi' ? upi.upiUri : null;
  const amount = formatMoney(payment.amountPaise);
  const order = t('pay.order', { last4: payment.orderLast4 });
  const save = async (uri: string) => {
    const lines = [t('pay.to', { payee: payeeName }), `${amount} · ${order}`, payment.reference];
    try {
      await saveQr({ uri, lines, fileName: `noren-${payment.orderLast4}.png` });
    } catch (cause) {
      console.warn('The code could not be saved', cause);
      toast(t('pay.not_saved'));
    }
  };
  return (
    <Stack gap={4}>
      <Figure label={t('pay.to', { payee: payeeName })} value={amount} />
      {upiUri !== null && (
        <>
          <QrCode text={upiUri} label={t('pay.qr_label', { amount, payee: payeeName })} />
          <Text center>{t('pay.how')}</Text>
          <ButtonLink to={upiUri}>{t('pay.open_app')}</ButtonLink>
          <Button kind="ghost" onClick={() => void save(upiUri)}>
            {t('pay.save_image')}
          </Button>
        </>
      )}
      <Card rows label={t('pay.details')}>
        <Row label={t('pay.order_label')} value={order} />
        <Row label={t('pay.reference')} value={payment.reference} />
        <Row label={t('pay.valid_until')} value={formatMoment(payment.expiresAt)} />
      </Card>
      <Text size="xs">{t('pay.live')}</Text>
      {config?.isSandbox && (
        <Text size="xs">
          {t('pay.sandbox')} <a href="/sandbox">{t('pay.sandbox_link')}</a>
        </Text>
      )}
    </Stack>
  );
}
