import { IDENTITY_LEVELS } from '@noren/core/people/identity-level';
import * as z from 'zod/mini';
import { instant } from '../fields.ts';

export const sourceKind = z.enum(['secure_qr', 'offline_file']);

/** What the issuer of a card said of a borrower, by a signature. */
const source = z.object({
  kind: sourceKind,
  verdict: z.enum(['pending', 'agrees', 'differs']),
  /** When it was compared; until then, when it was sent. */
  at: instant,
});

export type StaffIdentitySource = z.infer<typeof source>;

/** How well the lender knows a borrower, and by what: the newest source, or none. */
export const knownIdentity = z.object({
  level: z.enum(IDENTITY_LEVELS),
  source: z.nullable(source),
});

export type KnownIdentity = z.infer<typeof knownIdentity>;
