import { useT } from '../../i18n/index.ts';
import { ChannelWay } from './channel-way.tsx';
import { PaymentPage } from './payment-page.tsx';
import { SayPaid } from './say-paid.tsx';
import { TransferDetails } from './transfer-details.tsx';
import { useInstrument, usePayment } from './use-payment.ts';

/** By bank transfer: a virtual account for NEFT, IMPS or RTGS. */
export function VaScreen() {
  const t = useT();
  const view = usePayment();
  const made = useInstrument(view, 'bank_transfer');
  return (
    <PaymentPage title={t('pay.title_va')} view={view} footer={made.instrument && <SayPaid code={view.code} />}>
      {(payment) => (
        <ChannelWay channel="bank_transfer" {...{ made, payment }} code={view.code}>
          {(instrument) => <TransferDetails {...{ instrument }} amountPaise={payment.amountPaise} />}
        </ChannelWay>
      )}
    </PaymentPage>
  );
}
