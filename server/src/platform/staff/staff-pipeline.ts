import { type Call, findPermission } from '@noren/contract/call';
import { STAFF_HEADERS } from '@noren/contract/staff/wire';
import { mayUse } from '@noren/core/staff/roles';
import type { Tx } from '../db/db.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { CallError } from '../http/call-error.ts';
import { claimRequest, hashContent, storeAnswer } from '../http/idempotency-store.ts';
import { isStorable } from '../storable-text.ts';
import { waitForChain } from './audit-chain-store.ts';
import { askForPasskey, type ConsoleOrigin, checkPasskey } from './passkeys.ts';
import { StaffError } from './staff-error.ts';
import {
  FileAnswer,
  type OpenStaffCtx,
  type StaffCtx,
  type StaffHandler,
  type StaffInput,
} from './staff-handler.ts';
import { findStaffSession, readStaffAccess, type StaffSession } from './staff-store.ts';
import { waitForTurn } from './turn-store.ts';

/** A request matched to its declared staff call. */
export interface IncomingStaffCall {
  readonly name: string;
  readonly declared: Call;
  readonly handler: StaffHandler<Call>;
  readonly console: ConsoleOrigin;
  readonly address: string;
  readonly browser: string;
  readonly sessionToken: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  setSessionToken(token: string | null): void;
  readonly companySecret: string | undefined;
  setCompanySecret(secret: string | null): void;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Answers a staff call: session, permission, input, passkey, then the handler, once for each
 * request id.
 * @throws StaffError for what its person caused, other errors for faults
 */
export async function answerStaffCall(deps: Deps, incoming: IncomingStaffCall): Promise<unknown> {
  const { declared } = incoming;
  const now = deps.now();
  const open: OpenStaffCtx = {
    deps,
    console: incoming.console,
    address: incoming.address,
    browser: incoming.browser,
    requestId: requireRequestId(incoming),
    now,
    today: deps.today(),
    setSessionToken: incoming.setSessionToken,
    companySecret: incoming.companySecret,
    setCompanySecret: incoming.setCompanySecret,
  };
  const session = declared.who === 'anyone' ? null : await requireSession(deps, incoming, now);

  if (session) requirePermission(session, declared);

  const input = parseStaffInput(incoming);
  let isConfirmed = session === null || !isPasskeyAsked(session, incoming.name);

  const confirm = async (): Promise<void> => {
    if (session && !isConfirmed) await confirmByPasskey(deps, incoming, { session, input, now });
    isConfirmed = true;
  };

  const requireConfirmed = (): void => {
    if (!isConfirmed) throw new UnconfirmedChangeError();
  };
  const ctx = session ? { ...open, staff: session.staff, session, requireConfirmed } : open;

  if (declared.needsPasskey) await confirm();

  const answer = declared.changes
    ? await changeConfirmed(ctx as StaffCtx, incoming, { input, confirm })
    : await read(ctx, incoming, input);
  if (!(answer instanceof FileAnswer)) return declared.response.parse(answer);
  if (!declared.answerTypes?.includes(answer.type))
    throw new Error(`${incoming.name} does not declare an answer of ${answer.type}`);

  return answer;
}

function requireRequestId({ declared, headers }: IncomingStaffCall): string {
  const id = headers[STAFF_HEADERS.requestId];
  if (typeof id === 'string' && UUID.test(id)) return id;
  if (!declared.changes) return '';

  throw new StaffError(
    'invalid',
    `The header ${STAFF_HEADERS.requestId} must be a new UUID for each change.`,
  );
}

async function requireSession(
  deps: Deps,
  { sessionToken }: IncomingStaffCall,
  now: number,
): Promise<StaffSession> {
  const session = sessionToken ? await findStaffSession(deps.db, sessionToken, now) : undefined;
  if (!session || (session.assurance === 'sandbox' && !deps.config.isSandbox))
    throw new StaffError('signed_out', 'You are signed out. Sign in again.');
  return session;
}

function requirePermission({ staff }: StaffSession, declared: Call): void {
  const permission = findPermission(declared);
  if (permission === null || mayUse(staff.roles, permission)) return;

  throw new StaffError('forbidden', `Your roles do not include this (${permission}).`, {
    data: { permission },
  });
}

/**
 * The sandbox's people have no passkey; somebody's first passkey is the invitation's. Who came with
 * the company's account is asked always: that account alone never makes a passkey.
 */
function isPasskeyAsked({ assurance, passkeys }: StaffSession, call: string): boolean {
  if (assurance === 'sandbox') return false;
  return assurance === 'company' || call !== 'addPasskey' || passkeys > 0;
}

async function confirmByPasskey(
  deps: Deps,
  { name, headers, console }: IncomingStaffCall,
  of: { session: StaffSession; input: StaffInput<Call>; now: number },
): Promise<void> {
  const { session, input, now } = of;
  const { staffId } = session.staff;
  const contentHash = hashStaffInput(deps, name, input);
  const given = headers[STAFF_HEADERS.assertion];

  if (typeof given !== 'string') {
    const options = await askForPasskey(deps.db, console, {
      purpose: 'confirm',
      staffId,
      contentHash,
      now,
    });
    throw new StaffError('passkey_needed', 'Confirm this with your passkey.', { options });
  }

  const { passkey, challenge } = await checkPasskey(deps.db, console, {
    purpose: 'confirm',
    assertion: readAssertion(given),
    now,
  });
  const confirmed = challenge.contentHash;
  const isThis = confirmed !== null && deps.crypto.isSameHash(confirmed, contentHash);

  if (passkey.staffId !== staffId || challenge.staffId !== staffId || !isThis)
    throw new StaffError(
      'passkey_refused',
      'That passkey confirmed a different action. Try again.',
    );
}

/** The session stays out: a person who signs in again may repeat what was sent before. */
function hashStaffInput(
  deps: Deps,
  name: string,
  { params, query, body }: StaffInput<Call>,
): Buffer {
  const content = hashContent([
    name,
    JSON.stringify([params, query, body].map((part) => part ?? null)),
  ]);
  return deps.crypto.hash('staff request', content.toString('base64'));
}

function readAssertion(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw new StaffError('passkey_refused', 'The passkey’s answer could not be read. Try again.');
  }
}

function parseStaffInput({ declared, params, query, body }: IncomingStaffCall): StaffInput<Call> {
  const raw = { params, query, body };
  const parsed: Record<string, unknown> = { params: undefined, query: undefined, body: undefined };
  const fields: { path: string; problem: string }[] = [];

  for (const part of ['params', 'query', 'body'] as const) {
    const result = declared[part]?.safeParse(raw[part] ?? {});
    if (result?.success) parsed[part] = result.data;
    for (const { path, message } of result?.error?.issues ?? [])
      fields.push({ path: path.join('.'), problem: message });
  }

  if (!isStorable(Object.values(parsed))) fields.push({ path: '', problem: 'character' });
  if (fields.length > 0)
    throw new StaffError('invalid', 'Check these fields.', { fields: fields.slice(0, 20) });

  return parsed as unknown as StaffInput<Call>;
}

/** Changes that end sessions: also the one that they came with. */
const SESSION_ENDS: readonly string[] = ['endMySession', 'endPersonSessions'];

/**
 * The session and the roles were read before the transaction, which may have waited long for a
 * lock. A removal, the end of a session and a change of roles each write an act, and acts wait for
 * each other: none comes between this check and the commit.
 */
async function requireAccessStill(
  tx: Tx,
  { staff, session }: StaffCtx,
  call: string,
): Promise<void> {
  await waitForChain(tx);

  const now = await readStaffAccess(tx, { staffId: staff.staffId, sessionId: session.sessionId });
  const isOpen = now?.isOpen || SESSION_ENDS.includes(call);
  if (now && isOpen && staff.roles.every((role) => now.roles.includes(role))) return;

  throw new StaffError(
    'signed_out',
    'Your access changed in the meantime, so nothing was saved. Sign in again.',
  );
}

function read(
  ctx: OpenStaffCtx,
  { handler }: IncomingStaffCall,
  input: StaffInput<Call>,
): Promise<unknown> {
  return handler(ctx as StaffCtx, input, ctx.deps.db as never);
}

/** Ends the transaction of a change that needs a passkey first. */
class UnconfirmedChangeError extends Error {}

/**
 * A change that finds out only as it goes that it needs a passkey is undone and begun again once it
 * is confirmed: an assertion is good once, but a transaction may be repeated, and it must not wait
 * for a second connection.
 */
async function changeConfirmed(
  ctx: StaffCtx,
  incoming: IncomingStaffCall,
  { input, confirm }: { input: StaffInput<Call>; confirm: () => Promise<void> },
): Promise<unknown> {
  try {
    return await changeOnce(ctx, incoming, input);
  } catch (error) {
    if (!(error instanceof UnconfirmedChangeError)) throw error;
    await confirm();
    return changeOnce(ctx, incoming, input);
  }
}

async function changeOnce(
  ctx: StaffCtx,
  { name, handler }: IncomingStaffCall,
  input: StaffInput<Call>,
): Promise<unknown> {
  const { deps, requestId, now } = ctx;
  const contentHash = hashStaffInput(deps, name, input);
  const key = { ownerId: ctx.staff.staffId, call: `staff.${name}`, requestId, contentHash };

  try {
    return await transact(deps.db, async (tx) => {
      await waitForTurn(tx);

      const claim = await claimRequest(tx, deps.crypto, key, now);
      if (claim !== 'claimed') return claim.answer;

      const answer = await handler(ctx, input, tx as never);
      await requireAccessStill(tx, ctx, name);
      await storeAnswer(tx, deps.crypto, key, { answer });

      return answer;
    });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;

    if (error.textId === 'error.request_reused')
      throw new StaffError(
        'request_id_reused',
        'This request id was already used for a different change. Load the page again.',
      );

    if (error.textId === 'error.repeated')
      throw new StaffError(
        'taken',
        'This change is already being carried out. Check again in a moment.',
      );

    throw error;
  }
}
