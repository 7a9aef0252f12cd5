import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { type Channel, choosePaymentChannel, type Instrument } from '@noren/contract/payment';
import { viewPayment } from '@noren/contract/repayment';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/api.ts';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { now } from '../../session/clock.ts';
import { postponePrompt } from '../../session/prompt-history.ts';
import { useSession } from '../../session/session.ts';
import { useSearchParams } from '../../ui/routing/router.tsx';

const CODE = /^[A-Za-z0-9_-]{16,40}$/;

export type Payment = AnswerOf<typeof viewPayment>;

/**
 * The polling interval by the waiting time: most payments arrive at once, a transfer within an
 * hour.
 */
const PACE: readonly (readonly [upToMs: number, everyMs: number])[] = [
  [60_000, 3_000],
  [300_000, 6_000],
];

const LONG_PACE_MS = 20_000;

/** The polling interval of a payment that may still arrive; undefined once it has ended. */
export function choosePollInterval(
  state: Payment['state'] | undefined,
  waitedMs: number,
): number | undefined {
  if (state !== 'pending' && state !== 'checking') return undefined;
  return PACE.find(([upToMs]) => waitedMs < upToMs)?.[1] ?? LONG_PACE_MS;
}

const A_MINUTE_MS = 60_000;

/**
 * The last minute for the payment: the end of a day is shown as 23:59, not as 00:00 of the next.
 */
export function formatLastMoment({ expiresAt }: Pick<Payment, 'expiresAt'>): string {
  return formatMoment(expiresAt - A_MINUTE_MS);
}

/** The payment in the address, polled until it has ended. Anyone with the code may see it. */
export function usePayment() {
  const { isSignedIn } = useSession();
  const [search] = useSearchParams();
  const code = search.get('code') ?? '';
  const isCode = CODE.test(code);
  const since = useRef<number>(undefined);

  const query = useCall(viewPayment, {
    params: { code },
    isOn: isCode,
    everyMs: (answer) => {
      since.current ??= now();
      return choosePollInterval(answer?.state, now() - since.current);
    },
  });
  const state = query.data?.state;

  useEffect(() => {
    // The waiting time starts again with each new state.
    since.current = undefined;
    if (!isSignedIn || state === undefined || state === 'pending') return;

    postponePrompt('notifications');
    // The debt and the allowed payments have changed for every other screen.
    refresh();
  }, [state, isSignedIn]);

  return {
    code,
    payment: query.data,
    isUnknown: !isCode || (query.error instanceof ApiError && query.error.code === CODES.notFound),
    query,
  };
}

export type PaymentView = ReturnType<typeof usePayment>;

type InstrumentOn<K extends Channel> = Extract<Instrument, { channel: K }>;

/**
 * The instrument of a channel, prepared if necessary; not requested for a channel that the payment
 * does not offer.
 */
export function useInstrument<K extends Channel>(
  { code, payment }: PaymentView,
  channel: K | null,
) {
  const { send, isSending, error } = useSend(choosePaymentChannel);
  const isOffered = channel !== null && (payment?.channels.includes(channel) ?? false);
  const instrument = payment?.instruments.find(
    (one): one is InstrumentOn<K> => one.channel === channel,
  );
  const isWanted = payment?.state === 'pending' && isOffered && !instrument && channel !== null;

  const prepare = async () => {
    if (channel !== null && (await send({ body: { code, channel } }))) refresh(viewPayment);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once for each channel; retried by the user
  useEffect(() => {
    if (isWanted) void prepare();
  }, [isWanted, channel]);

  const isPreparing = isOffered && !instrument && (!error || isSending);
  return { instrument, isOffered, isPreparing, error, retry: () => void prepare() };
}
