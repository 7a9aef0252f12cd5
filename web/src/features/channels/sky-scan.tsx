import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { ButtonAnchor } from '../../ui/layout/button.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { ChannelContent } from './channel-content.tsx';
import { PaidButton } from './paid-button.tsx';
import { PaymentPage } from './payment-page.tsx';
import { drawQr, QrCode } from './qr-code.tsx';
import { SaveButton } from './save-button.tsx';
import { UpiApps, upiAppLinks } from './upi-apps.tsx';
import { useInstrument, usePayment } from './use-payment.ts';

/**
 * Payment by UPI: on a phone its apps first, then a code to scan or save. The app's result is not
 * trusted: the bank is queried.
 */
export function SkyScanScreen() {
  const t = useT();
  const view = usePayment();
  const channelState = useInstrument(view, 'upi');

  const appLinks = channelState.instrument
    ? upiAppLinks(channelState.instrument.upiUri, navigator.userAgent)
    : [];
  const onPhone = appLinks.length > 0;

  return (
    <PaymentPage
      title={t('pay.title')}
      view={view}
      footer={
        channelState.instrument && (
          <>
            <ButtonAnchor href={channelState.instrument.upiUri}>
              {t(onPhone ? 'pay.open_other_app' : 'pay.open_app')}
            </ButtonAnchor>
            <PaidButton code={view.code} kind="ghost" />
          </>
        )
      }
    >
      {(payment) => (
        <ChannelContent channel="upi" {...{ channelState, payment }} code={view.code}>
          {({ upiUri }) => (
            <>
              {onPhone && <UpiApps links={appLinks} />}
              <QrCode
                text={upiUri}
                label={t('pay.qr_label', {
                  amount: formatMoney(payment.amountPaise),
                  payee: payment.payeeName,
                })}
              />
              <Text center>{t(onPhone ? 'pay.how_other_phone' : 'pay.how')}</Text>
              <SaveButton payment={payment} drawing={drawQr(upiUri)} />
            </>
          )}
        </ChannelContent>
      )}
    </PaymentPage>
  );
}
