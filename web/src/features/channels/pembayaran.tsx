import { useT } from '../../i18n/index.ts';
import { buttonLook } from '../../ui/layout/button.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { useSearchParams } from '../../ui/routing/router.tsx';
import { ChannelChooser } from './channel-chooser.tsx';
import { ChannelContent } from './channel-content.tsx';
import { PaidButton } from './paid-button.tsx';
import { PaymentPage } from './payment-page.tsx';
import { useInstrument, usePayment } from './use-payment.ts';
import { VaScreen } from './va.tsx';

/**
 * A payment in progress, signed in or out: its channels, and the content of those without their own
 * screen.
 */
export function PembayaranScreen() {
  const [search] = useSearchParams();
  switch (search.get('by')) {
    case 'bank_transfer':
      return <VaScreen />;
    case 'payment_link':
      return <ByLink />;
    default:
      return <Choose />;
  }
}

function Choose() {
  const t = useT();
  const view = usePayment();

  return (
    <PaymentPage title={t('pay.title_choose')} view={view}>
      {(payment) => <ChannelChooser payment={payment} code={view.code} />}
    </PaymentPage>
  );
}

/**
 * The provider's page in a new tab: its redirect is not trusted, the provider is queried instead.
 */
function ByLink() {
  const t = useT();
  const view = usePayment();
  const channelState = useInstrument(view, 'payment_link');

  return (
    <PaymentPage
      title={t('pay.title_link')}
      view={view}
      footer={
        channelState.instrument && (
          <>
            <a
              className={buttonLook('primary')}
              href={channelState.instrument.url}
              target="_blank"
              rel="noreferrer"
            >
              {t('pay.open_link')}
            </a>
            <PaidButton code={view.code} kind="ghost" />
          </>
        )
      }
    >
      {(payment) => (
        <ChannelContent channel="payment_link" {...{ channelState, payment }} code={view.code}>
          {({ url }) => (
            <Text>{t('pay.link_how', { host: new URL(url, location.href).host })}</Text>
          )}
        </ChannelContent>
      )}
    </PaymentPage>
  );
}
