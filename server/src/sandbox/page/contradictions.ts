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

/** Body of the control `contradiction`: an operator's resolution of a discrepancy. */
export const contradictionBody = z.strictObject({
  contradictionId: z.uuid(),
  reason: z.string().trim().min(3).max(300),
  operator: z.string().trim().min(2).max(60),
});

/** Resolves it. @throws ControlError when it is not open */
export async function resolveAsOperator(
  deps: Deps,
  { reason: outcome, ...given }: z.infer<typeof contradictionBody>,
): Promise<{ outcome: string }> {
  if (!(await resolveProviderDiscrepancy(deps, { ...given, outcome })))
    throw new ControlError(409, 'It does not wait any more: somebody has seen to it.');
  return { outcome };
}

/** Contradictory provider events about a payment, payout or refund. */
export function showContradictions(contradictions: readonly ProviderDiscrepancy[]): Html {
  if (contradictions.length === 0) return html`<p class="none">No provider contradicted itself.</p>`;
  return html`<ul class="rows">${contradictions.map(
    (one) => html`<li>
    <p>${clockTime(one.at)}: ${describeDiscrepancy(one)}</p>
    <form data-control="contradiction" class="part"><input type="hidden" name="contradictionId" value="${one.contradictionId}">
      ${showWho()}<button class="main">Seen to</button></form>
  </li>`,
  )}</ul>`;
}
