import type { ReactNode } from 'react';
import { useAppConfig } from '../../api/config.ts';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { orderOfPayment } from '../../shared/loan/payment-channels.tsx';
import { share } from '../../shared/loan/share.ts';
import { Card, Row, RowLink } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { AmountToPay } from './amount-to-pay.tsx';
import { NotShown } from './payment-outcome.tsx';
import { formatLastMoment, type Payment } from './use-payment.ts';

type Props = {
  payment: Payment;
  code: string;
  /**
   * The channel is not ready: what is below it would be pushed down by it, and is not shown yet.
   */
  isPreparing?: boolean;
  children: ReactNode;
};

/** An open payment: amount, payee, channel, and further actions. */
export function Payable({ payment, code, isPreparing = false, children }: Props) {
  return (
    <Stack gap={4}>
      <AmountToPay payment={payment} />
      {children}
      {!isPreparing && <Details payment={payment} code={code} />}
    </Stack>
  );
}

function Details({ payment, code }: Omit<Props, 'children'>) {
  const t = useT();

  return (
    <>
      <Card rows label={t('pay.details')}>
        <Row label={t('pay.kind')} value={t(`pay.kind_${payment.kind}`)} />
        <Row label={t('pay.order_label')} value={t('pay.order', { last4: payment.orderLast4 })} />
        <Row label={t('pay.reference')} value={payment.reference} />
        <Row label={t('pay.valid_until')} value={formatLastMoment(payment)} />
      </Card>
      <OtherActions payment={payment} code={code} />
      <Text size="sm">{t('pay.live')}</Text>
      <Sandbox />
    </>
  );
}

/** Links to another channel, another payer, or a proof. */
function OtherActions({ payment, code }: Omit<Props, 'children'>) {
  const t = useT();
  const { isSignedIn } = useSession();
  const hasOthers = payment.channels.length > 1;
  if (!hasOthers && !isSignedIn) return null;

  return (
    <Card rows label={t('pay.further')}>
      {hasOthers && <RowLink label={t('pay.other_ways')} to={`/pembayaran?code=${code}`} />}
      {isSignedIn && (
        <RowLink
          label={t('pay.share')}
          note={t('pay.share_note')}
          onClick={() => void share({ url: publicPage(code) }, t('pay.copied'))}
        />
      )}
      {isSignedIn && <NotShown repayId={orderOfPayment(code)} />}
    </Card>
  );
}

/** The public page of a payment. */
const publicPage = (code: string) =>
  `${location.origin}${location.pathname}#/repay-code?code=${code}`;

function Sandbox() {
  const t = useT();
  const { config } = useAppConfig();
  if (!config?.isSandbox) return null;

  return (
    <Text size="sm">
      {t('pay.sandbox')} <a href="/sandbox">{t('pay.sandbox_link')}</a>
    </Text>
  );
}
