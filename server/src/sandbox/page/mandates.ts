import { formatRupees, paise } from '@noren/core/money/money';
import * as z from 'zod';
import type { SandboxBank } from '../bank/bank.ts';
import type { PayerAct } from '../bank/mandates.ts';
import type { SandboxMandate } from '../bank/mandates-store.ts';
import { ControlError } from './answer.ts';
import { type Html, html } from './html.ts';

export const MANDATE_BODY = z.strictObject({
  code: z.string().min(1).max(64),
  act: z.enum(['approve', 'refuse', 'pause', 'unpause', 'cancel']),
});

/** @throws ControlError when the mandate is not in a state for it */
export async function actOnMandate(
  bank: SandboxBank,
  { code, act }: z.infer<typeof MANDATE_BODY>,
): Promise<{ done: PayerAct }> {
  if (!(await bank.actAsPayer(code, act)))
    throw new ControlError(409, 'The mandate is not in a state for this.');
  return { done: act };
}

const STATES: Record<SandboxMandate['state'], string> = {
  waiting: 'waits for approval',
  confirmed: 'approved',
  paused: 'paused in the UPI app',
  rejected: 'refused',
  cancelled: 'cancelled',
};

const ACTS: Record<SandboxMandate['state'], readonly (readonly [PayerAct, string])[]> = {
  waiting: [
    ['approve', 'Approve with PIN'],
    ['refuse', 'Refuse'],
  ],
  confirmed: [
    ['pause', 'Pause'],
    ['cancel', 'Cancel'],
  ],
  paused: [
    ['unpause', 'Unpause'],
    ['cancel', 'Cancel'],
  ],
  rejected: [],
  cancelled: [],
};

/** Mandates as the payer sees them in the UPI app. */
export function showMandates(mandates: readonly SandboxMandate[]): Html {
  if (mandates.length === 0)
    return html`<p class="none">No mandate was asked for. Set AutoPay up in the app.</p>`;
  return html`<ul class="rows">${mandates.map(showMandate)}</ul>`;
}

function showMandate({ code, state, mostPaise }: SandboxMandate): Html {
  const button = ([act, words]: readonly [PayerAct, string]): Html =>
    html`<form data-control="mandate"><input type="hidden" name="code" value="${code}">
<button name="act" value="${act}">${words}</button></form>`;

  return html`<li><p>At most <b>${formatRupees(paise(mostPaise))}</b> a debit, ${STATES[state]}<br>
<small><code>${code}</code></small></p><div class="buttons">${ACTS[state].map(button)}</div></li>`;
}
