import type { StaffError } from '../api/staff-error.ts';
import { findOpenRequest } from '../api/use-preview.ts';
import { proposeTexts } from '../texts/approvals.ts';
import { LinkButton } from '../ui/button.tsx';

/** Links to the open request that blocks a proposal. */
export function OpenRequest({ refusal }: { readonly refusal: StaffError | null }) {
  const requestId = findOpenRequest(refusal);
  if (requestId === undefined) return null;

  return <LinkButton to={`/approvals/${requestId}`}>{proposeTexts.openIt}</LinkButton>;
}
