import { createHash } from 'node:crypto';
import type { Channel } from '@noren/contract/payment';
import type { Instrument, PaymentRequest } from '../../platform/ports/payments.ts';

const PAYEE_VPA = 'noren.sandbox@upi';

type NewInstrument = Instrument extends infer One
  ? One extends Instrument
    ? Omit<One, 'providerRef'>
    : never
  : never;

/** The bank's instrument for a channel; the same code always gives the same one. */
export function instrumentFor(channel: Channel, request: PaymentRequest): NewInstrument {
  const { code, payeeName } = request;
  switch (channel) {
    case 'upi':
      return { channel, upiUri: buildUpiUri(request) };
    case 'bank_transfer':
      return {
        channel,
        accountNo: `2223${deriveDigits(code, 12)}`,
        ifsc: 'RATN0VAAPIS',
        holderName: payeeName,
        bankName: 'Sandbox Bank',
      };
    case 'bill_code':
      return { channel, billerName: payeeName, customerId: deriveDigits(code, 12) };
    case 'cash_counter':
      return {
        channel,
        payCode: deriveDigits(`counter ${code}`, 14),
        networks: ['Sandbox Pay Point', 'Example Cash'],
      };
    case 'convenience_store':
      return {
        channel,
        payCode: deriveDigits(`store ${code}`, 14),
        networks: ['Eleven Sample', 'Corner Sample'],
      };
    case 'payment_link':
      // A path alone: the sandbox is opened at any host and port.
      return { channel, url: `/sandbox/pay/${code}` };
    default: {
      const missing: never = channel;
      throw new RangeError(`unknown channel: ${missing}`);
    }
  }
}

/** Digits derived from a text, for the bank's own numbers. */
function deriveDigits(text: string, length: number): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return BigInt(`0x${hash}`).toString().slice(-length);
}

/** NPCI's UPI deep link; a space is written %20, as UPI apps expect. */
function buildUpiUri(request: PaymentRequest): string {
  const whole = Math.trunc(request.amountPaise / 100);
  const parts = {
    pa: PAYEE_VPA,
    pn: request.payeeName,
    am: `${whole}.${String(request.amountPaise % 100).padStart(2, '0')}`,
    tr: request.code,
    tn: request.note,
    cu: 'INR',
  };
  const query = Object.entries(parts).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );

  return `upi://pay?${query.join('&')}`;
}
