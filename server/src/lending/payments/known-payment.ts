import type { PaymentFacts, PaymentKey, Posting } from './posting/provider-payments-store.ts';
import type { PaymentEvent } from './posting/redacted-event.ts';
import type { UnclaimedPayment } from './unclaimed-funds/unclaimed-funds-store.ts';

/** What all tables have about a payment, read at one time. */
export interface PaymentTraces {
  /** Its postings to orders, the newest first. */
  readonly postings: readonly Posting[];
  /**
   * Its parts that are or were in suspense: first the part that waits for a decision, then the
   * others from the oldest on.
   */
  readonly parts: readonly UnclaimedPayment[];
  /** The posting that staff made by its bank number; no provider has reported it yet. */
  readonly byNumber: PaymentFacts | null;
}

/**
 * Where a payment stands.
 * - `posted`: it counts for an order.
 * - `taken_off`: it counted for an order and was taken off; any money that is left is among its
 *   parts.
 * - `going_back`: it never counted, and all or part of it is on its way back to the sender, went
 *   back, or was charged back: only staff may count the rest.
 * - `counted_by_number`: staff counted it by its bank number before its provider reported it.
 * - `held`: it never counted and waits in suspense.
 * - `unknown`: it has neither counted nor been in suspense.
 */
export type PaymentState =
  | { readonly state: 'posted'; readonly posting: PaymentFacts }
  | { readonly state: 'taken_off'; readonly posting: PaymentFacts }
  | { readonly state: 'counted_by_number'; readonly posting: PaymentFacts }
  | { readonly state: 'going_back' | 'held' | 'unknown'; readonly posting: null };

/**
 * All that is known of a payment, read once under its locks. Every decision about a payment starts
 * from this value.
 */
export type KnownPayment = PaymentKey &
  PaymentTraces &
  PaymentState & {
    /** The user whom its name belongs to: the one it was posted to last. */
    readonly ownerId: string | null;
    /** Whether a borrower has a payment or a proof of its transfer. */
    readonly isTransferKnown: boolean;
    /** Its event, when that matched nothing yet. */
    readonly event: PaymentEvent | null;
  };

/** Decides where a payment stands. Each state outweighs those after it. */
export function decidePaymentState({ postings, parts, byNumber }: PaymentTraces): PaymentState {
  const counted = postings.find(({ isReversed }) => !isReversed);
  if (counted) return { state: 'posted', posting: counted };

  const [takenOff] = postings;
  if (takenOff) return { state: 'taken_off', posting: takenOff };

  if (parts.some(isGoingBack)) return { state: 'going_back', posting: null };
  if (byNumber) return { state: 'counted_by_number', posting: byNumber };

  return { state: findWaiting({ parts }) ? 'held' : 'unknown', posting: null };
}

/** What is known of a payment that is in no table. */
export const makeUnknownPayment = ({ provider, providerRef }: PaymentKey): KnownPayment => ({
  provider,
  providerRef,
  state: 'unknown',
  posting: null,
  postings: [],
  parts: [],
  byNumber: null,
  ownerId: null,
  isTransferKnown: false,
  event: null,
});

/** Whether a payment counts for an order, by its provider's name or by its bank number. */
export const isCounted = ({ state }: Pick<KnownPayment, 'state'>): boolean =>
  state === 'posted' || state === 'counted_by_number';

/** The part of a payment that waits in suspense for a decision. */
export const findWaiting = ({ parts }: Pick<PaymentTraces, 'parts'>): UnclaimedPayment | null =>
  parts.find(({ state }) => state === 'open') ?? null;

/** The part that says where a payment's money is: the one that waits, or else the newest. */
export const findNewestPart = ({ parts }: Pick<PaymentTraces, 'parts'>): UnclaimedPayment | null =>
  findWaiting({ parts }) ?? listHeldParts({ parts }).at(-1) ?? parts.at(-1) ?? null;

/** The parts of a payment that no order took: in suspense, or back at the sender. */
export const listHeldParts = ({ parts }: Pick<PaymentTraces, 'parts'>): UnclaimedPayment[] =>
  parts.filter(({ state }) => state !== 'claimed');

/** Whether a part goes or went back to its sender or the sender's bank, in full or in part. */
export const isGoingBack = ({
  state,
  returnedPaise,
  chargedBackPaise,
}: UnclaimedPayment): boolean =>
  state === 'returning' ||
  state === 'charged_back' ||
  returnedPaise > 0 ||
  (state !== 'claimed' && chargedBackPaise > 0);

/** Whether a provider may be sending a part back now. */
export const isOnItsWayBack = ({ state }: UnclaimedPayment): boolean => state === 'returning';
