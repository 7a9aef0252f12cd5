import type { RefusalInput } from '@noren/contract/staff/refusals';
import { COMPANY_RETURN_PATH } from '@noren/contract/staff/wire';
import { hashToken } from '../../platform/crypto/field-crypto.ts';
import { makeSecret } from '../../platform/crypto/secret.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  type CompanyIdentity,
  type CompanySignIn,
  type CompanySignInAttempt,
  CompanySignInError,
} from '../../platform/ports/company-sign-in.ts';
import { orTooMany } from '../../platform/staff/attempts.ts';
import { saveChallenge, useChallenge } from '../../platform/staff/passkey-store.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { OpenStaffCtx, StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { findStaffByEmail, type StaffMember } from '../../platform/staff/staff-store.ts';
import { signIn } from './sign-in.ts';

function requireProvider({ deps }: OpenStaffCtx): CompanySignIn {
  if (!deps.companySignIn) throw new StaffError('not_found', 'company_not_set_up');

  return deps.companySignIn;
}

/**
 * Nonce and verifier come from the browser's secret by the server's key, so that neither is stored.
 */
function buildAttempt(
  { deps, console }: OpenStaffCtx,
  secret: string,
  state: string,
): CompanySignInAttempt {
  return {
    returnTo: `${console.origin}${COMPANY_RETURN_PATH}`,
    state,
    nonce: deps.crypto.hash('company sign-in nonce', secret).toString('base64url'),
    codeVerifier: deps.crypto.hash('company sign-in verifier', secret).toString('base64url'),
  };
}

/**
 * Asks the provider; what goes wrong there is logged by its code alone.
 * @throws StaffError
 */
async function ask<T>({ deps }: OpenStaffCtx, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof CompanySignInError)) throw error;

    deps.log.warn({ code: error.message, reason: error.reason }, 'company sign-in failed');
    if (error.reason === 'refused') throw refused(deps, 'company_refused');

    throw new StaffError(
      'not_possible',
      error.reason === 'away' ? 'company_away' : 'company_address_not_allowed',
    );
  }
}

function refused({ security }: OpenStaffCtx['deps'], why: RefusalInput): StaffError {
  security.record('staff_sign_in', { call: 'companySignIn' });
  return new StaffError('company_refused', why);
}

/**
 * The attempt that this browser began, which is used up.
 * @throws StaffError company_refused
 */
async function requireAttempt(
  ctx: OpenStaffCtx,
  db: Db,
  state: string,
): Promise<CompanySignInAttempt> {
  const { companySecret: secret, now } = ctx;
  const began = await useChallenge(db, hashToken(state), 'company_sign_in', now);
  if (secret === undefined || !began?.contentHash?.equals(hashToken(secret)))
    throw refused(ctx.deps, 'company_attempt_ended');

  return buildAttempt(ctx, secret, state);
}

/**
 * The enrolled person of the verified mail address; nobody is added.
 * @throws StaffError company_refused
 */
async function requireEnrolled(
  { deps }: OpenStaffCtx,
  db: Db,
  identity: CompanyIdentity,
): Promise<StaffMember> {
  if (identity.email === null || !identity.isEmailVerified)
    throw refused(deps, 'company_email_unverified');
  const person = await findStaffByEmail(db, identity.email);
  if (person?.state !== 'active' || person.isSandbox) throw refused(deps, 'company_email_unknown');
  return person;
}

/** Sign-in with the company's account. A passkey is still asked for wherever one is. */
export const companySignInHandlers = {
  staffSignInWays: async ({ deps }) => ({ hasCompanySignIn: deps.companySignIn !== null }),

  beginCompanySignIn: async (ctx, _input, db) => {
    await orTooMany(ctx);

    const provider = requireProvider(ctx);
    const secret = makeSecret();
    const state = makeSecret();
    const page = await ask(ctx, () => provider.buildSignInUrl(buildAttempt(ctx, secret, state)));
    const began = {
      purpose: 'company_sign_in' as const,
      staffId: null,
      contentHash: hashToken(secret),
    };

    await saveChallenge(db, { ...began, challengeHash: hashToken(state) }, ctx.now);
    ctx.setCompanySecret(secret);

    return { page };
  },

  companySignIn: async (ctx, { body }, db) => {
    await orTooMany(ctx);

    const provider = requireProvider(ctx);
    const answer = new URLSearchParams(body.answer);

    ctx.setCompanySecret(null);

    const attempt = await requireAttempt(ctx, db, answer.get('state') ?? '');
    const identity = await ask(ctx, () => provider.identify(attempt, answer));
    const { staffId } = await requireEnrolled(ctx, db, identity);

    return signIn(ctx, staffId, 'company');
  },
} satisfies Partial<StaffHandlers>;
