import type { LockedOrder } from '../../close/close-order.ts';
import type { Intent } from '../store.ts';
import type { PaymentEvent } from './redacted-event.ts';

/** The order a payment belongs to, and its intent if the payment names one. */
export interface PaymentTarget {
  readonly userId: string;
  readonly orderId: string;
  readonly intent: Intent | null;
  /** The order, when it is locked already. */
  readonly open?: LockedOrder;
  /** Whether the borrower has a reservation that becomes an offer when this loan ends, if known. */
  readonly isReserved?: boolean;
}

/** A received payment with its provider reference. */
export type PaymentToPost = Omit<PaymentEvent, 'kind' | 'eventId' | 'code'> & {
  provider: string;
  cause: string;
  /** What the provider received, where less is left of it to post. */
  receivedPaise?: number;
};

/** The locked order that a payment's code names. */
export interface ExpectedPayment {
  readonly intent: Intent;
  readonly open: LockedOrder;
  readonly isReserved: boolean;
}
