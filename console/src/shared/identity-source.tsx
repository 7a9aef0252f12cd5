import type { StaffIdentitySource, StaffPanCheck } from '@noren/contract/staff/identity';
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

/** What the register of PANs said of a borrower, and when. */
export function PanCheck({ pan }: { readonly pan: StaffPanCheck | null }) {
  if (pan === null) return identityTexts.panNotAsked;

  const { verdict, differences, at } = pan;
  const what = differences.map((one) => identityTexts.panDifferences[one]).join('; ');

  return (
    <>
      {[identityTexts.panVerdicts[verdict], what].filter(Boolean).join(' ')}, <Instant at={at} />
    </>
  );
}
