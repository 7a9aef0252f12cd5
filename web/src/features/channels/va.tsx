import { useT } from '../../i18n/index.ts';
import { ChannelContent } from './channel-content.tsx';
import { PaidButton } from './paid-button.tsx';
import { PaymentPage } from './payment-page.tsx';
import { TransferDetails } from './transfer-details.tsx';
import { useInstrument, usePayment } from './use-payment.ts';

/** Payment by bank transfer: a virtual account for NEFT, IMPS or RTGS. */
export function VaScreen() {
  const t = useT();
  const view = usePayment();
  const channelState = useInstrument(view, 'bank_transfer');

  return (
    <PaymentPage
      title={t('pay.title_va')}
      view={view}
      footer={channelState.instrument && <PaidButton code={view.code} />}
    >
      {(payment) => (
        <ChannelContent channel="bank_transfer" {...{ channelState, payment }} code={view.code}>
          {(instrument) => (
            <TransferDetails {...{ instrument }} amountPaise={payment.amountPaise} />
          )}
        </ChannelContent>
      )}
    </PaymentPage>
  );
}
