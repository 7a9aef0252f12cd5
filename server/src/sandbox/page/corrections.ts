import * as z from 'zod';
import { decideCorrection } from '../../features/account/decide-correction.ts';
import type { PendingCorrection } from '../../features/account/store.ts';
import type { Deps } from '../../platform/deps.ts';
import { ControlError } from './answer.ts';
import { clockTime, type Html, html } from './html.ts';

/** Body of the control `correction`: an operator approves or refuses one. */
export const correctionBody = z.strictObject({
  userId: z.uuid(),
  changeId: z.uuid(),
  decision: z.enum(['approve', 'refuse']),
  operator: z.string().trim().min(2).max(60).default('Sandbox operator'),
});

/** Decides as an operator would. @throws ControlError when it is not pending */
export async function decideCorrectionAsOperator(
  deps: Deps,
  body: z.infer<typeof correctionBody>,
): Promise<{ decision: string }> {
  if (!(await decideCorrection(deps, body)))
    throw new ControlError(409, 'It does not wait any more: somebody decided it.');
  return { decision: body.decision };
}

/** Pending corrections, with the operator's two buttons. */
export function showCorrections(waiting: readonly PendingCorrection[]): Html {
  if (waiting.length === 0) return html`<p class="none">No correction waits.</p>`;
  return html`<ul class="rows">${waiting.map(showCorrection)}</ul>`;
}

function showCorrection({ userId, changeId, maskedPhone, field, before, after, requestedAt }: PendingCorrection): Html {
  return html`<li data-phone="${maskedPhone}">
    <p><b>Correction: ${field}</b> ${maskedPhone}, since ${clockTime(requestedAt)}<br><small>${before ?? 'nothing'} → ${after}</small></p>
    <form data-control="correction" class="buttons">
      <input type="hidden" name="userId" value="${userId}"><input type="hidden" name="changeId" value="${changeId}">
      <button class="main" name="decision" value="approve">Carry out</button>
      <button name="decision" value="refuse">Refuse</button></form>
  </li>`;
}
