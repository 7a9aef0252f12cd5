import { useT } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { CashDetails } from './cash-details.tsx';
import { PaidButton } from './paid-button.tsx';
import { Payable } from './payable.tsx';
import { PaymentPage } from './payment-page.tsx';
import style from './store.module.css';
import { type Payment, useInstrument, usePayment } from './use-payment.ts';

type CashInstrument = ReturnType<typeof useInstrument<'cash_counter' | 'convenience_store'>>;

/** Every partner network that accepts this payment in cash, with its code and steps. */
export function StoreScreen() {
  const t = useT();
  const view = usePayment();
  const counter: CashInstrument = useInstrument(view, 'cash_counter');
  const shop: CashInstrument = useInstrument(view, 'convenience_store');
  const offered = [counter, shop].filter(({ isOffered }) => isOffered);
  const isPreparing = offered.some((one) => one.isPreparing);

  return (
    <PaymentPage
      title={t('pay.title_store')}
      view={view}
      footer={offered.length > 0 && <PaidButton code={view.code} />}
    >
      {(payment) =>
        offered.length > 0 ? (
          <Payable payment={payment} code={view.code} isPreparing={isPreparing}>
            <Text>{t('pay.store_how')}</Text>
            {isPreparing ? (
              <Skeleton height={20} />
            ) : (
              <>
                <Network key="counter" payment={payment} channelState={counter} />
                <Network key="shop" payment={payment} channelState={shop} />
              </>
            )}
          </Payable>
        ) : (
          <EmptyState
            icon="alert"
            title={t('pay.not_offered')}
            text={t('pay.no_cash', { payee: payment.payeeName })}
            action={
              <ButtonLink to={`/pembayaran?code=${view.code}`}>{t('pay.other_ways')}</ButtonLink>
            }
          />
        )
      }
    </PaymentPage>
  );
}

function Network({ payment, channelState }: { payment: Payment; channelState: CashInstrument }) {
  const t = useT();
  const { instrument, isOffered, error } = channelState;
  if (!isOffered) return null;
  if (!instrument) return <ErrorState text={error?.message ?? ''} onRetry={channelState.retry} />;

  const title = t(`pay.title_${instrument.channel}`);

  return (
    <Card label={title}>
      <Stack gap={3}>
        <h2>{title}</h2>
        <ul className={style.networks}>
          {instrument.networks.map((network) => (
            <li key={network}>{network}</li>
          ))}
        </ul>
        <CashDetails payment={payment} instrument={{ ...instrument, networks: [] }} />
      </Stack>
    </Card>
  );
}
