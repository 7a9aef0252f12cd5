import * as z from 'zod';
import {
  describeDiscrepancy,
  resolveProviderDiscrepancy,
} from '../../operations/self-checks/provider-discrepancies.ts';
import type { ProviderDiscrepancy } from '../../operations/self-checks/provider-discrepancies-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { ControlError } from './answer.ts';
import { clockTime, type Html, html } from './html.ts';
import { showWho } from './operators.ts';

/** Body of the control `discrepancy`: an operator's resolution of a discrepancy. */
export const discrepancyBody = z.strictObject({
  discrepancyId: z.uuid(),
  reason: z.string().trim().min(3).max(300),
  operator: z.string().trim().min(2).max(60),
});

/** Resolves it. @throws ControlError when it is not open */
export async function resolveAsOperator(
  deps: Deps,
  { reason: outcome, ...given }: z.infer<typeof discrepancyBody>,
): Promise<{ outcome: string }> {
  if (!(await resolveProviderDiscrepancy(deps, { ...given, outcome })))
    throw new ControlError(409, 'It does not wait any more: somebody has seen to it.');
  return { outcome };
}

/** Provider reports that differ from what is stored, about a payment, payout or refund. */
export function showDiscrepancies(discrepancies: readonly ProviderDiscrepancy[]): Html {
  if (discrepancies.length === 0) return html`<p class="none">No provider reported a discrepancy.</p>`;
  return html`<ul class="rows">${discrepancies.map(
    (one) => html`<li>
    <p>${clockTime(one.at)}: ${describeDiscrepancy(one)}</p>
    <form data-control="discrepancy" class="part"><input type="hidden" name="discrepancyId" value="${one.discrepancyId}">
      ${showWho()}<button class="main">Seen to</button></form>
  </li>`,
  )}</ul>`;
}
