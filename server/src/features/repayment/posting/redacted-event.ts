import type { FieldCrypto } from '../../../platform/crypto/field-crypto.ts';
import type { ProviderEvent } from '../../../platform/ports/payments.ts';

/** The bank's number of a transfer as we hold it: a keyed hash to find it by, and its last four. */
export interface RedactedUtr {
  readonly utrHash: string;
  readonly utrLast4: string;
}

type Payment = Extract<ProviderEvent, { kind: 'payment' }>;
/** Money that came in, as we hold it. */
export type PaymentEvent = Omit<Payment, 'utr'> & Partial<RedactedUtr>;
/** What a provider told, as it may be kept: the bank's number of a transfer is covered. */
export type RedactedEvent = Exclude<ProviderEvent, Payment> | PaymentEvent;

/** Covers the bank's number of a transfer. Spaces and case are no part of it. */
export function redactUtr(crypto: FieldCrypto, utr: string): RedactedUtr {
  const plain = utr.replace(/\s/g, '').toUpperCase();
  return { utrHash: crypto.hash('utr', plain).toString('hex'), utrLast4: plain.slice(-4) };
}

/** Covers what is personal in an event. */
export function redactEvent(crypto: FieldCrypto, event: ProviderEvent): RedactedEvent {
  if (event.kind !== 'payment') return event;
  const { utr, ...rest } = event;
  return utr ? { ...rest, ...redactUtr(crypto, utr) } : rest;
}
