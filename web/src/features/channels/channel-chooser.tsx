import type { Channel } from '@noren/contract/payment';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { ChannelList, paymentPath } from '../../shared/loan/payment-channels.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Card, Row } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';
import { AmountToPay } from './amount-to-pay.tsx';
import { formatLastMoment, type Payment } from './use-payment.ts';

/** The channels a payment in progress can be paid over. */
export function ChannelChooser({ payment, code }: { payment: Payment; code: string }) {
  const t = useT();
  const navigate = useNavigate();
  const { isSignedIn } = useSession();
  const choose = (channel: Channel) => navigate(paymentPath(code, channel, isSignedIn));

  return (
    <Stack gap={4}>
      <AmountToPay payment={payment} />
      <Card rows label={t('pay.details')}>
        <Row label={t('pay.kind')} value={t(`pay.kind_${payment.kind}`)} />
        <Row label={t('pay.order_label')} value={t('pay.order', { last4: payment.orderLast4 })} />
        <Row label={t('pay.valid_until')} value={formatLastMoment(payment)} />
      </Card>
      <h2>{t('pay.ways')}</h2>
      {payment.channels.length > 0 ? (
        <ChannelList channels={payment.channels} onChoose={choose} />
      ) : (
        <EmptyState icon="alert" title={t('pay.no_ways')} text={t('pay.no_ways_text')} />
      )}
      <Text size="sm">{t('pay.live')}</Text>
    </Stack>
  );
}
