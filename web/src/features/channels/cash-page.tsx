import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { CashDetails } from './cash-details.tsx';
import { ChannelContent } from './channel-content.tsx';
import { PaidButton } from './paid-button.tsx';
import { PaymentPage } from './payment-page.tsx';
import { useInstrument, usePayment } from './use-payment.ts';

/**
 * Cash payment at one kind of counter. The code is shown without a session, because another person
 * may bring the cash.
 */
export function CashPage({ channel }: { channel: 'cash_counter' | 'convenience_store' }) {
  const t = useT();
  const { isSignedIn } = useSession();
  const view = usePayment();
  const channelState = useInstrument(view, channel);

  return (
    <PaymentPage
      title={t(`pay.title_${channel}`)}
      view={view}
      footer={channelState.instrument && <PaidButton code={view.code} />}
    >
      {(payment) => (
        <ChannelContent {...{ channel, channelState, payment }} code={view.code}>
          {(instrument) => (
            <>
              <CashDetails {...{ payment, instrument }} />
              {isSignedIn && (
                <Card rows>
                  <RowLink label={t('pay.all_places')} to={`/store?code=${view.code}`} />
                </Card>
              )}
            </>
          )}
        </ChannelContent>
      )}
    </PaymentPage>
  );
}
