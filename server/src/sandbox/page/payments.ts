import { randomInt, randomUUID } from 'node:crypto';
import { CHANNELS, type Channel } from '@noren/contract/payment';
import { checkUtr } from '@noren/core/people/identity-numbers';
import { readAmount } from '@noren/core/typed/amount';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import type { SandboxBank } from '../bank/bank.ts';
import { ControlError } from './answer.ts';
import { requireOpenLink } from './bank-page.ts';
import { clockTime, type Html, html, rupees } from './html.ts';
import { isKnownPayment, type MadePayment, type OpenPayment } from './store.ts';

const MAX_PAISE = 100_000_000;

/** An amount typed in rupees, read into paise. */
const money = z.coerce.string().transform((typed, context) => {
  const read = readAmount(typed);
  if (read.ok && read.value > 0 && read.value <= MAX_PAISE) return read.value;

  context.addIssue({
    code: 'custom',
    message: 'must be an amount in rupees, such as 500.50, of ₹10,00,000 at most',
  });

  return z.NEVER;
});

const code = z.string().min(1).max(64);

const utr = z.string().transform((typed, context) => {
  const read = checkUtr(typed);
  if (read.ok) return read.value;
  context.addIssue({ code: 'custom', message: 'must be 12 to 22 letters and digits' });
  return z.NEVER;
});

/** Bodies of the controls that pay, confirm, charge back and transfer. */
export const PAYMENT_BODIES = {
  pay: z.strictObject({
    code,
    rupees: money.optional(),
    channel: z.enum(CHANNELS).optional(),
    times: z.coerce.number().int().min(1).max(5).default(1),
    /** Seen only: not confirmed by the payer's bank. */
    seen: z.literal('yes').optional(),
  }),
  payLink: z.strictObject({ code, seen: z.literal('yes').optional() }),
  confirm: z.strictObject({ code }),
  chargeback: z.strictObject({ providerRef: code, rupees: money.optional() }),
  transfer: z.strictObject({
    rupees: money,
    utr: z
      .literal('')
      .transform(() => undefined)
      .or(utr)
      .optional(),
  }),
};

type Bodies = { [N in keyof typeof PAYMENT_BODIES]: z.infer<(typeof PAYMENT_BODIES)[N]> };

interface Parts {
  readonly deps: Deps;
  readonly bank: SandboxBank;
}

/**
 * Actions of payers and their banks, by the control's name.
 * @throws ControlError when not possible
 */
export const PAYMENT_CONTROLS = {
  async pay({ deps, bank }: Parts, body: Bodies['pay']): Promise<{ paid: SandboxPayment[] }> {
    await requireKnown(deps, body.code);

    const paid: SandboxPayment[] = [];
    const how = { channel: body.channel, isSeenOnly: body.seen === 'yes' };

    for (let at = 0; at < body.times; at += 1) {
      const event = await bank.payIntent(body.code, body.rupees, how);
      if (event?.kind === 'payment' || event?.kind === 'payment_seen')
        paid.push({ providerRef: event.providerRef, amountPaise: event.amountPaise });
    }

    return requirePaid(paid);
  },
  /** On the bank's own page, where a link is paid once, in full. */
  async payLink(parts: Parts, body: Bodies['payLink']): Promise<{ paid: SandboxPayment[] }> {
    await requireOpenLink(parts.deps, body.code);
    return PAYMENT_CONTROLS.pay(parts, { ...body, channel: 'payment_link', times: 1 });
  },
  async confirm({ bank }: Parts, body: Bodies['confirm']): Promise<{ paid: SandboxPayment[] }> {
    const event = await bank.confirmSeen(body.code);
    if (event?.kind !== 'payment')
      throw new ControlError(404, 'No payment of this code waits to be confirmed.');
    return { paid: [{ providerRef: event.providerRef, amountPaise: event.amountPaise }] };
  },
  async chargeback({ bank }: Parts, body: Bodies['chargeback']): Promise<{ amountPaise: number }> {
    const event = await bank.chargeBack(body.providerRef, body.rupees);
    if (event?.kind !== 'chargeback')
      throw new ControlError(404, 'The bank knows no such payment.');
    return { amountPaise: event.amountPaise };
  },
  async transfer(
    { bank }: Parts,
    body: Bodies['transfer'],
  ): Promise<{ paid: SandboxPayment[]; utr: string }> {
    const given = body.utr ?? `SBIN${randomInt(10 ** 11, 10 ** 12)}`;
    const how = { channel: 'bank_transfer', utr: given } as const;
    const event = await bank.payIntent(`transfer-${randomUUID()}`, body.rupees, how);
    if (event?.kind !== 'payment') return requirePaid([]) as never;

    return {
      paid: [{ providerRef: event.providerRef, amountPaise: event.amountPaise }],
      utr: given,
    };
  },
};

interface SandboxPayment {
  readonly providerRef: string;
  readonly amountPaise: number;
}

function requirePaid(paid: SandboxPayment[]): { paid: SandboxPayment[] } {
  if (paid.length === 0)
    throw new ControlError(409, 'The borrower’s bank declined: the switch says so.');
  return { paid };
}

async function requireKnown(deps: Deps, code: string): Promise<void> {
  if (!(await isKnownPayment(deps.db, code)))
    throw new ControlError(404, 'The bank knows no payment of this code.');
}

const CHANNEL_WORDS: Record<Channel, string> = {
  upi: 'UPI',
  bank_transfer: 'Bank transfer',
  bill_code: 'Bill payment',
  cash_counter: 'Cash counter',
  convenience_store: 'Convenience store',
  payment_link: 'Payment link',
};

/** Payments that borrowers have started. */
export function showPayments(payments: readonly OpenPayment[]): Html {
  if (payments.length === 0)
    return html`<p class="none">No payment is open. Start one on a loan’s Repay screen.</p>`;
  return html`<ul class="rows">${payments.map(showPayment)}</ul>`;
}

function showPayment({
  code,
  amountPaise,
  state,
  channel,
  isSeen,
  maskedPhone,
  createdAt,
}: OpenPayment): Html {
  const half = Math.max(1, Math.floor(amountPaise / 200));
  const hidden = html`<input type="hidden" name="code" value="${code}">`;
  const whole = html`${hidden}<input type="hidden" name="channel" value="${channel}">`;
  const option = (one: Channel): Html =>
    html`<option value="${one}"${one === channel ? html` selected` : ''}>
${CHANNEL_WORDS[one]}</option>`;
  const confirm = isSeen
    ? html`<form data-control="confirm">${hidden}<button>Confirm what was seen</button></form>`
    : '';

  return html`<li data-phone="${maskedPhone}">
    <p><b>${rupees(amountPaise)}</b> ${maskedPhone}, ${state} since ${clockTime(createdAt)}<br>
    <small><code>${code}</code></small></p>
    <div class="buttons">
      <form data-control="pay">${whole}<button class="main">Pay it</button></form>
      <form data-control="pay">${whole}<input type="hidden" name="times" value="2">
        <button>Pay twice</button></form>
      <form data-control="pay">${whole}<input type="hidden" name="seen" value="yes">
        <button>Seen, not confirmed</button></form>${confirm}
      <form data-control="pay" class="part">${hidden}
        <label>₹ <input name="rupees" inputmode="decimal" value="${half}" size="6"
          aria-label="Amount to pay, in rupees"></label>
        <label>by <select name="channel" aria-label="Channel it is paid by">
          ${CHANNELS.map(option)}</select></label>
        <button>Pay this much</button></form>
    </div>
  </li>`;
}

/** Recent payments, with a form that charges one back. */
export function showMade(made: readonly MadePayment[]): Html {
  const row = ({
    providerRef,
    amountPaise,
    channel,
    utr,
    paidAt,
    isReversed,
  }: MadePayment): Html => {
    const number =
      utr === null
        ? ''
        : html`, UTR <button data-copy="${utr}" aria-label="Copy UTR ${utr}">${utr}</button>`;
    const back = isReversed
      ? html`<p>Reversed</p>`
      : html`<form data-control="chargeback">
<input type="hidden" name="providerRef" value="${providerRef}">
<button>Take it back</button></form>`;

    return html`<li><p><b>${rupees(amountPaise)}</b> ${CHANNEL_WORDS[channel]},
${clockTime(paidAt)}${number}</p><div class="buttons">${back}</div></li>`;
  };

  if (made.length === 0) return html`<p class="none">Nothing was paid yet.</p>`;

  return html`<ul class="rows">${made.map(row)}</ul>`;
}
