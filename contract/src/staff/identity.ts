import { IDENTITY_LEVELS } from '@noren/core/people/identity-level';
import { PAN_DIFFERENCES, PAN_VERDICTS } from '@noren/core/people/pan-check';
import * as z from 'zod/mini';
import { instant } from '../fields.ts';

export const sourceKind = z.enum(['secure_qr', 'offline_file', 'digilocker']);

/** What the issuer of a card said of a borrower, by a signature. */
const source = z.object({
  kind: sourceKind,
  verdict: z.enum(['pending', 'agrees', 'differs']),
  /** When it was compared; until then, when it was sent. */
  at: instant,
});

export type StaffIdentitySource = z.infer<typeof source>;

/** What the register of PANs said of a borrower. */
const pan = z.object({
  verdict: z.enum(PAN_VERDICTS),
  /** In what it does not confirm the identity. */
  differences: z.array(z.enum(PAN_DIFFERENCES)),
  /** When it answered; until then, when it was asked. */
  at: instant,
});

export type StaffPanCheck = z.infer<typeof pan>;

/** How well the lender knows a borrower, and by what: the newest source, or none. */
export const knownIdentity = z.object({
  level: z.enum(IDENTITY_LEVELS),
  source: z.nullable(source),
  /** Null when the register was not asked about the borrower. */
  pan: z.nullable(pan),
});

export type KnownIdentity = z.infer<typeof knownIdentity>;
