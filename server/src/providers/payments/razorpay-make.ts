import type { Channel } from '@noren/contract/payment';
import * as z from 'zod';
import type { Instrument, PaymentRequest } from '../../platform/ports/payments.ts';
import { type RazorpayHttp, RazorpayRefusal, toSeconds } from '../razorpay-http.ts';
import { findNote, type notes } from '../razorpay-webhook.ts';
import {
  type LinkEntity,
  linkEntity,
  type QrEntity,
  qrEntity,
  type VirtualAccountEntity,
  virtualAccountEntity,
} from './razorpay-entities.ts';

/** The channels that Razorpay offers. */
export type RazorpayChannel = Extract<Channel, 'upi' | 'bank_transfer' | 'payment_link'>;

/** Razorpay's shortest lifetime of a QR or a link is 15 minutes; half a minute for the request. */
const MIN_LIFE_MS = 15 * 60_000 + 30_000;
/** The longest lifetime of a single-use QR. */
const LONGEST_LIFE_MS = 45 * 86_400_000 - 60_000;
/** How far back to search for an instrument whose answer was lost. */
const LOST_WITHIN_MS = 30 * 60_000;
const LOST_PAGES = 3;

/** A request for an instrument; `now` in UTC ms. */
interface InstrumentJob {
  readonly http: RazorpayHttp;
  readonly request: PaymentRequest;
  readonly now: number;
}

/**
 * Makes the instrument of a channel, or finds the one whose answer was lost: a link by its
 * reference; a QR or a virtual account, which cannot be searched by its notes, among the newest.
 * @ASSUMED one not found among those (300 made since) is made again: both have our code, so money
 * by either is recognized.
 * @ASSUMED an instrument, which lives at least 15 minutes, may be paid after we have stopped
 * querying it.
 * @throws Error when none could be made
 */
export async function makeInstrument(
  channel: RazorpayChannel,
  job: InstrumentJob,
): Promise<Instrument> {
  switch (channel) {
    case 'upi':
      return toUpiInstrument(await makeQr(job));
    case 'bank_transfer':
      return toAccountInstrument(await makeAccount(job));
    case 'payment_link':
      return toLinkInstrument(await makeLink(job));
    default: {
      const missing: never = channel;
      throw new RangeError(`unknown channel: ${missing}`);
    }
  }
}

/** razorpay.com/docs/api/qr-codes/image-content/create */
async function makeQr({ http, request, now }: InstrumentJob): Promise<QrEntity> {
  const listed = { what: 'list of QR codes', path: '/payments/qr_codes', answer: qrEntity };

  return (
    (await findNewest(http, listed, { code: request.code, now })) ??
    http.post({
      what: 'QR code',
      path: '/payments/qr_codes',
      answer: qrEntity,
      body: {
        type: 'upi_qr',
        name: request.payeeName,
        usage: 'single_use',
        fixed_amount: true,
        payment_amount: request.amountPaise,
        description: request.note,
        close_by: computeEnd(request, now),
        notes: { code: request.code },
      },
    })
  );
}

/** razorpay.com/docs/api/payments/smart-collect/create-cust-id-bank-account */
async function makeAccount({ http, request, now }: InstrumentJob): Promise<VirtualAccountEntity> {
  const listed = {
    what: 'list of virtual accounts',
    path: '/virtual_accounts',
    answer: virtualAccountEntity,
  };

  return (
    (await findNewest(http, listed, { code: request.code, now })) ??
    http.post({
      what: 'virtual account',
      path: '/virtual_accounts',
      answer: virtualAccountEntity,
      body: {
        receivers: { types: ['bank_account'] },
        description: request.note,
        close_by: computeEnd(request, now),
        notes: { code: request.code },
      },
    })
  );
}

/**
 * razorpay.com/docs/api/payments/payment-links/create-standard; no customer is named, so nobody is
 * notified.
 */
async function makeLink({ http, request, now }: InstrumentJob): Promise<LinkEntity> {
  const found = await findLink(http, request.code);
  if (found) return found;

  const body = {
    amount: request.amountPaise,
    currency: 'INR',
    accept_partial: false,
    expire_by: computeEnd(request, now),
    reference_id: request.code,
    description: request.note,
    notify: { sms: false, email: false },
    reminder_enable: false,
    notes: { code: request.code },
  };
  try {
    return await http.post({
      what: 'payment link',
      path: '/payment_links',
      answer: linkEntity,
      body,
    });
  } catch (error) {
    // A reference is unique: a concurrent request has made the link.
    const made = error instanceof RazorpayRefusal ? await findLink(http, request.code) : null;
    if (made) return made;
    throw error;
  }
}

/** razorpay.com/docs/api/payments/payment-links/fetch-all-standard */
async function findLink(http: RazorpayHttp, code: string): Promise<LinkEntity | null> {
  const { payment_links: links } = await http.get({
    what: 'payment links',
    path: '/payment_links',
    query: { reference_id: code },
    answer: z.object({ payment_links: z.array(linkEntity) }),
  });
  return links.find((link) => link.reference_id === code) ?? null;
}

type WithNotes = { id: string; notes?: z.infer<typeof notes> };

async function findNewest<T extends WithNotes>(
  http: RazorpayHttp,
  listed: { what: string; path: string; answer: z.ZodType<T> },
  wanted: { code: string; now: number },
): Promise<T | null> {
  const from = toSeconds(wanted.now - LOST_WITHIN_MS);
  const newest = await http.list({ ...listed, query: { from }, maxPages: LOST_PAGES });
  return newest.find((one) => findNote(one.notes, 'code') === wanted.code) ?? null;
}

function computeEnd({ expiresAtMs }: PaymentRequest, now: number): number {
  return toSeconds(Math.min(Math.max(expiresAtMs, now + MIN_LIFE_MS), now + LONGEST_LIFE_MS));
}

function toUpiInstrument({ id, image_content: upiUri }: QrEntity): Instrument {
  // The image alone cannot open a UPI app on the same phone.
  if (!upiUri?.startsWith('upi://pay?'))
    throw new Error(
      'razorpay QR code without its text: the feature "image content" is not on for this account',
    );

  return { channel: 'upi', providerRef: id, upiUri };
}

function toAccountInstrument({ id, receivers }: VirtualAccountEntity): Instrument {
  const bank = receivers.find((receiver) => receiver.entity === 'bank_account');
  if (!bank?.account_number || !bank.ifsc || !bank.name)
    throw new Error('razorpay virtual account without a number');

  const { account_number: accountNo, ifsc, name: holderName, bank_name: bankName } = bank;

  return {
    channel: 'bank_transfer',
    providerRef: id,
    accountNo,
    ifsc,
    holderName,
    bankName: bankName ?? null,
  };
}

function toLinkInstrument({ id, short_url: url }: LinkEntity): Instrument {
  return { channel: 'payment_link', providerRef: id, url };
}
