import type { Channel, Instrument } from '@noren/contract/payment';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/index.ts';
import { CHANNEL_SCREENS } from '../../shared/loan/payment-channels.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Payable } from './payable.tsx';
import type { Payment, useInstrument } from './use-payment.ts';

type Props<K extends Channel> = {
  channel: K;
  channelState: ReturnType<typeof useInstrument<K>>;
  payment: Payment;
  code: string;
  children: (instrument: Extract<Instrument, { channel: K }>) => ReactNode;
};

/** A payment channel: ready, being prepared, unavailable, or not offered; each with a next step. */
export function ChannelContent<K extends Channel>({
  channel,
  channelState,
  payment,
  code,
  children,
}: Props<K>) {
  const t = useT();
  const { instrument, isOffered, isPreparing, error } = channelState;

  if (!isOffered && !instrument)
    return (
      <EmptyState
        icon="alert"
        title={t('pay.not_offered')}
        text={t('pay.not_offered_text', {
          payee: payment.payeeName,
          way: t(CHANNEL_SCREENS[channel].name),
        })}
        action={<ButtonLink to={`/pembayaran?code=${code}`}>{t('pay.other_ways')}</ButtonLink>}
      />
    );

  return (
    <Payable payment={payment} code={code} isPreparing={isPreparing}>
      {instrument ? (
        children(instrument)
      ) : isPreparing ? (
        <Skeleton height={17} />
      ) : (
        <ErrorState text={error?.message ?? ''} onRetry={channelState.retry} />
      )}
    </Payable>
  );
}
