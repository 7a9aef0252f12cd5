import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { ChannelContent } from './channel-content.tsx';
import { PaidButton } from './paid-button.tsx';
import { PaymentPage } from './payment-page.tsx';
import { drawQr, QrCode } from './qr-code.tsx';
import { SaveButton } from './save-button.tsx';
import { useInstrument, usePayment } from './use-payment.ts';

/** Payment by UPI: a code to scan or save, or an app on this phone. The app's result is not trusted: the bank is queried. */
export function SkyScanScreen() {
  const t = useT();
  const view = usePayment();
  const made = useInstrument(view, 'upi');
  return (
    <PaymentPage
      title={t('pay.title')}
      view={view}
      footer={
        made.instrument && (
          <>
            <ButtonLink to={made.instrument.upiUri}>{t('pay.open_app')}</ButtonLink>
            <PaidButton code={view.code} kind="ghost" />
          </>
        )
      }
    >
      {(payment) => (
        <ChannelContent channel="upi" {...{ made, payment }} code={view.code}>
          {({ upiUri }) => (
            <>
              <QrCode
                text={upiUri}
                label={t('pay.qr_label', { amount: formatMoney(payment.amountPaise), payee: payment.payeeName })}
              />
              <Text center>{t('pay.how')}</Text>
              <SaveButton payment={payment} drawing={drawQr(upiUri)} />
            </>
          )}
        </ChannelContent>
      )}
    </PaymentPage>
  );
}
