import type { StaffError } from '../api/staff-error.ts';
import { openRequestOf } from '../api/use-preview.ts';
import { proposeTexts } from '../texts/approvals.ts';
import { LinkButton } from '../ui/button.tsx';

/** Leads to the open request because of which a proposal was refused. */
export function OpenRequest({ refusal }: { readonly refusal: StaffError | null }) {
  const requestId = openRequestOf(refusal);
  if (requestId === undefined) return null;
  return <LinkButton to={`/approvals/${requestId}`}>{proposeTexts.openIt}</LinkButton>;
}
