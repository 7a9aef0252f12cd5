import { useT } from '../../i18n/index.ts';
import { ChannelContent } from './channel-content.tsx';
import { CodeCard } from './code-card.tsx';
import { PaidButton } from './paid-button.tsx';
import { PaySteps } from './pay-steps.tsx';
import { PaymentPage } from './payment-page.tsx';
import { useInstrument, usePayment } from './use-payment.ts';

/** Payment in any bill-payment app: shows the biller, and the customer number with its barcode. */
export function SkyCodeScreen() {
  const t = useT();
  const view = usePayment();
  const channelState = useInstrument(view, 'bill_code');

  return (
    <PaymentPage
      title={t('pay.title_code')}
      view={view}
      footer={channelState.instrument && <PaidButton code={view.code} />}
    >
      {(payment) => (
        <ChannelContent channel="bill_code" {...{ channelState, payment }} code={view.code}>
          {({ billerName, customerId }) => (
            <>
              <CodeCard
                payment={payment}
                code={customerId}
                label={t('pay.customer_id')}
                biller={billerName}
              />
              <PaySteps
                steps={[
                  t('pay.code_step_1'),
                  t('pay.code_step_2', { biller: billerName }),
                  t('pay.code_step_3'),
                ]}
              />
            </>
          )}
        </ChannelContent>
      )}
    </PaymentPage>
  );
}
