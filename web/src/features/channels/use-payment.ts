import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { type Channel, choosePaymentChannel, type Instrument } from '@noren/contract/payment';
import { viewPayment } from '@noren/contract/repayment';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/api.ts';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { now } from '../../session/clock.ts';
import { useSession } from '../../session/session.ts';
import { useSearchParams } from '../../ui/routing/router.tsx';

const CODE = /^[A-Za-z0-9_-]{16,40}$/;

export type Payment = AnswerOf<typeof viewPayment>;

/** How often it is asked for, by how long it has been waited for: most payments come at once, a transfer in an hour. */
const PACE: readonly (readonly [upToMs: number, everyMs: number])[] = [
  [60_000, 3_000],
  [300_000, 6_000],
];
const LONG_PACE_MS = 20_000;

/** How soon a payment that may still come is asked for again; undefined once it is over. */
export function howSoon(state: Payment['state'] | undefined, waitedMs: number): number | undefined {
  if (state !== 'pending' && state !== 'checking') return undefined;
  return PACE.find(([upToMs]) => waitedMs < upToMs)?.[1] ?? LONG_PACE_MS;
}

const A_MINUTE_MS = 60_000;

/** The last minute it can be paid in: the end of a day is said as 23:59, not as 00:00 of the next. */
export function lastMoment({ expiresAt }: Pick<Payment, 'expiresAt'>): string {
  return formatMoment(expiresAt - A_MINUTE_MS);
}

/** The payment that the address names, asked for until it is over. Anyone who holds the code may see it. */
export function usePayment() {
  const { isSignedIn } = useSession();
  const [search] = useSearchParams();
  const code = search.get('code') ?? '';
  const isCode = CODE.test(code);
  const since = useRef<number>(undefined);
  const asked = useCall(viewPayment, {
    params: { code },
    isOn: isCode,
    everyMs: (answer) => {
      since.current ??= now();
      return howSoon(answer?.state, now() - since.current);
    },
  });
  const state = asked.data?.state;
  useEffect(() => {
    // It waits anew for what is now expected.
    since.current = undefined;
    // What is owed, or may be paid now, has changed for every other screen.
    if (isSignedIn && state !== undefined && state !== 'pending') refresh();
  }, [state, isSignedIn]);
  return {
    code,
    payment: asked.data,
    isUnknown: !isCode || (asked.error instanceof ApiError && asked.error.code === CODES.notFound),
    asked,
  };
}

/** What {@link usePayment} gives. */
export type PaymentView = ReturnType<typeof usePayment>;

type Of<K extends Channel> = Extract<Instrument, { channel: K }>;

/** What one way of paying needs, made ready when it is not yet; a way that the payment does not offer is not asked for. */
export function useInstrument<K extends Channel>({ code, payment }: PaymentView, channel: K | null) {
  const { send, isSending, error } = useSend(choosePaymentChannel, 'screen');
  const isOffered = channel !== null && (payment?.channels.includes(channel) ?? false);
  const instrument = payment?.instruments.find((one): one is Of<K> => one.channel === channel);
  const isWanted = payment?.state === 'pending' && isOffered && !instrument && channel !== null;
  const ask = async () => {
    if (channel !== null && (await send({ body: { code, channel } }))) refresh(viewPayment);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once for each way; again by the user
  useEffect(() => {
    if (isWanted) void ask();
  }, [isWanted, channel]);
  return { instrument, isOffered, isAsking: isSending, error, retry: () => void ask() };
}
