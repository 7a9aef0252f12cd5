import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ChannelChooser } from './channel-chooser.tsx';
import { PaymentPage } from './payment-page.tsx';
import { usePayment } from './use-payment.ts';

/**
 * The page of a payment link: anyone with the link can pay, and sees only the amount, the payee and
 * the order's last four characters.
 */
export function RepayCodeScreen() {
  const t = useT();
  const { isSignedIn } = useSession();
  const view = usePayment();

  return (
    <PaymentPage title={t('pay.title_helper')} view={view}>
      {(payment) => (
        <>
          {!isSignedIn && (
            <Callout
              title={t('pay.helper', { payee: payment.payeeName })}
              text={t('pay.helper_text', { last4: payment.orderLast4 })}
            />
          )}
          <ChannelChooser payment={payment} code={view.code} />
        </>
      )}
    </PaymentPage>
  );
}
