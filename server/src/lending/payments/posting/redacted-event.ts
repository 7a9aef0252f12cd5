import { compactUtr } from '@noren/core/people/identity-numbers';
import type { FieldCrypto } from '../../../platform/crypto/field-crypto.ts';
import type { ProviderEvent } from '../../../platform/ports/payments.ts';

/**
 * A UTR (bank transfer number) as stored: a keyed hash for look-ups and the last four characters.
 */
export interface RedactedUtr {
  readonly utrHash: string;
  readonly utrLast4: string;
}

type Payment = Extract<ProviderEvent, { kind: 'payment' }>;
/** A payment event with its UTR redacted. */
export type PaymentEvent = Omit<Payment, 'utr'> & Partial<RedactedUtr>;
/** A provider event that may be stored: UTRs are redacted. */
export type RedactedEvent = Exclude<ProviderEvent, Payment> | PaymentEvent;

/** Redacts a UTR. Spaces, hyphens, case and a label are ignored, as in a typed one. */
export function redactUtr(crypto: FieldCrypto, utr: string): RedactedUtr {
  const plain = compactUtr(utr);
  return { utrHash: crypto.hash('utr', plain).toString('hex'), utrLast4: plain.slice(-4) };
}

export function redactEvent(crypto: FieldCrypto, event: ProviderEvent): RedactedEvent {
  if (event.kind !== 'payment') return event;
  const { utr, ...rest } = event;
  return utr ? { ...rest, ...redactUtr(crypto, utr) } : rest;
}
