import { type Call, findPermission } from '@noren/contract/call';
import { STAFF_HEADERS } from '@noren/contract/staff/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '../db/db.ts';
import type { Deps } from '../deps.ts';
import type { Input } from '../http/call-handler.ts';
import { hashInput } from '../http/idempotency-store.ts';
import type { Caller, Incoming } from '../http/pipeline.ts';
import { type Cookie, readCookie, writeCookie } from '../http/session-cookie.ts';
import { waitForChain } from './audit-chain-store.ts';
import { COMPANY_SIGN_IN_MS } from './passkey-store.ts';
import { askForPasskey, type ConsoleOrigin, checkPasskey } from './passkeys.ts';
import { requirePermission } from './require-permission.ts';
import { StaffError } from './staff-error.ts';
import type { OpenStaffCtx, StaffCtx } from './staff-handler.ts';
import { findStaffSession, readStaffAccess, SESSION_MS, type StaffSession } from './staff-store.ts';
import { waitForTurn } from './turn-store.ts';

const SESSION_COOKIE: Cookie = {
  name: '__Host-noren-staff',
  plainName: 'noren-sandbox-staff',
  seconds: SESSION_MS / 1_000,
};
const COMPANY_COOKIE: Cookie = {
  name: '__Host-noren-company',
  plainName: 'noren-sandbox-company',
  seconds: COMPANY_SIGN_IN_MS / 1_000,
};

/** A request to the console's server and its answer. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly console: ConsoleOrigin;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Finds the member of staff by the session's cookie, and checks the permission.
 * @throws StaffError
 */
export async function authenticateStaff(
  deps: Deps,
  { request, reply, console }: Exchange,
  incoming: Incoming,
  now: number,
): Promise<Caller> {
  const { name, declared } = incoming;
  const at = { request, reply, isSandbox: deps.config.isSandbox };

  const open: OpenStaffCtx = {
    deps,
    address: request.ip,
    requestId: requireRequestId(request, declared),
    now,
    today: deps.today(),
    console,
    browser: browserName(request.headers['user-agent'] ?? ''),
    setSessionToken: (token) => writeCookie(SESSION_COOKIE, at, token),
    companySecret: readCookie(COMPANY_COOKIE, at),
    setCompanySecret: (secret) => writeCookie(COMPANY_COOKIE, at, secret),
  };
  if (declared.who === 'anyone') return { ctx: open, identify: refuseChange, refuseInput };

  const session = await requireSession(deps, readCookie(SESSION_COOKIE, at), now);
  requirePermissionOfCall(session, declared);

  const { staff } = session;
  const confirmation = { isGiven: !isPasskeyAsked(session, name) };
  const ctx: StaffCtx = {
    ...open,
    staff,
    session,
    requireConfirmed() {
      if (!confirmation.isGiven) throw new UnconfirmedChangeError();
    },
  };

  return {
    ctx,
    // The session stays out: a person who signs in again may repeat what was sent before.
    identify: (input) => ({
      ownerId: staff.staffId,
      call: `staff.${name}`,
      requestId: ctx.requestId,
      contentHash: hashStaffInput(deps, name, input),
    }),
    refuseInput,
    whenConfirmed: (input, run) =>
      runConfirmed(ctx, incoming, {
        input,
        run,
        confirmation,
        assertion: request.headers[STAFF_HEADERS.assertion],
      }),
    waitForTurn,
    requireAccess: (tx) => requireAccess(tx, ctx, name),
  };
}

function requireRequestId({ headers }: FastifyRequest, declared: Call): string {
  const id = headers[STAFF_HEADERS.requestId];
  if (typeof id === 'string' && UUID.test(id)) return id;
  if (!declared.changes) return '';

  throw new StaffError('invalid', {
    reason: 'request_id_missing',
    header: STAFF_HEADERS.requestId,
  });
}

async function requireSession(
  deps: Deps,
  token: string | undefined,
  now: number,
): Promise<StaffSession> {
  const session = token ? await findStaffSession(deps.db, token, now) : undefined;
  if (!session || (session.assurance === 'sandbox' && !deps.config.isSandbox))
    throw new StaffError('signed_out', 'signed_out');
  return session;
}

function requirePermissionOfCall({ staff }: StaffSession, declared: Call): void {
  const permission = findPermission(declared);
  if (permission !== null) requirePermission(staff, permission);
}

/** Answers of changes are stored for their owner, and only somebody signed in is one. */
const refuseChange: Caller['identify'] = () => {
  throw new Error('a staff call that changes something needs a session');
};

const refuseInput: Caller['refuseInput'] = (problems) =>
  new StaffError('invalid', 'fields_invalid', {
    fields: problems.map(({ path, message }) => ({ path, problem: message })),
  });

function hashStaffInput({ crypto }: Deps, name: string, input: Input<Call>): Buffer {
  return hashInput(crypto, 'staff request', input, [name]);
}

/**
 * The sandbox's people have no passkey, and an invitation allows the first one. After a sign-in
 * with the company's account the passkey is always asked for: that account alone never adds one.
 */
function isPasskeyAsked({ assurance, passkeys }: StaffSession, call: string): boolean {
  if (assurance === 'sandbox') return false;
  return assurance === 'company' || call !== 'addPasskey' || passkeys > 0;
}

/** Ends the transaction of a change that needs a passkey first. */
class UnconfirmedChangeError extends Error {}

interface Confirmable<T> {
  /** Stays given while the change is begun again. */
  readonly confirmation: { isGiven: boolean };
  /** What the passkey signed, if it was asked. */
  readonly assertion: string | string[] | undefined;
  readonly input: Input<Call>;
  readonly run: () => Promise<T>;
}

/**
 * Asks for the passkey before a call that always needs one. A change that finds out only as it goes
 * that it needs a passkey is undone and begun again once it is confirmed: an assertion is good
 * once, but a transaction may be repeated, and it must not wait for a second connection.
 */
async function runConfirmed<T>(
  ctx: StaffCtx,
  { name, declared }: Incoming,
  { confirmation, assertion, input, run }: Confirmable<T>,
): Promise<T> {
  const confirm = async (): Promise<void> => {
    if (!confirmation.isGiven)
      await confirmByPasskey(ctx, hashStaffInput(ctx.deps, name, input), assertion);
    confirmation.isGiven = true;
  };

  if (declared.needsPasskey) await confirm();

  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UnconfirmedChangeError)) throw error;
    await confirm();
    return run();
  }
}

async function confirmByPasskey(
  { deps, console, staff: { staffId }, now }: StaffCtx,
  contentHash: Buffer,
  assertion: string | string[] | undefined,
): Promise<void> {
  if (typeof assertion !== 'string') {
    const options = await askForPasskey(deps.db, console, {
      purpose: 'confirm',
      staffId,
      contentHash,
      now,
    });
    throw new StaffError('passkey_needed', 'passkey_needed', { options });
  }

  const { passkey, challenge } = await checkPasskey(deps.db, console, {
    purpose: 'confirm',
    assertion: readAssertion(assertion),
    now,
  });
  const confirmed = challenge.contentHash;
  const isThis = confirmed !== null && deps.crypto.isSameHash(confirmed, contentHash);

  if (passkey.staffId !== staffId || challenge.staffId !== staffId || !isThis)
    throw new StaffError('passkey_refused', 'passkey_for_another_action');
}

function readAssertion(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw new StaffError('passkey_refused', 'passkey_answer_unreadable');
  }
}

/** Changes that end sessions: also the one that they came with. */
const SESSION_ENDS: readonly string[] = ['endMySession', 'endPersonSessions'];

/**
 * The session and the roles were read before the transaction, which may have waited long for a
 * lock. A removal, the end of a session and a change of roles each write an act, and acts wait for
 * each other: none comes between this check and the commit.
 */
async function requireAccess(tx: Tx, { staff, session }: StaffCtx, call: string): Promise<void> {
  await waitForChain(tx);

  const now = await readStaffAccess(tx, { staffId: staff.staffId, sessionId: session.sessionId });
  const isOpen = now?.isOpen || SESSION_ENDS.includes(call);
  if (now && isOpen && staff.roles.every((role) => now.roles.includes(role))) return;

  throw new StaffError('signed_out', 'access_changed');
}

/** A browser's name and system, for its owner to recognize in the list of sessions. */
function browserName(agent: string): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : (/(Firefox|Chrome|Safari)\//.exec(agent)?.[1] ?? 'Another browser');
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux|CrOS)/.exec(agent)?.[1];
  return system ? `${browser}, ${system.replace('Mac OS X', 'macOS')}` : browser;
}
