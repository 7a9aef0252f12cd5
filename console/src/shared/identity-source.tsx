import type { StaffIdentitySource } from '@noren/contract/staff/identity';
import { identityTexts } from '../texts/identity.ts';
import { Instant } from '../ui/figures.tsx';

/** What a signed source said of a borrower, and when. */
export function IdentitySource({ source }: { readonly source: StaffIdentitySource | null }) {
  if (source === null) return identityTexts.noSource;

  const { kind, verdict, at } = source;
  return (
    <>
      {identityTexts.sources[kind]}, {identityTexts.verdicts[verdict]}, <Instant at={at} />
    </>
  );
}
