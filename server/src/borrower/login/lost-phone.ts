import { LOST_PHONE_TRIES_PER_DAY, type PhoneProof } from '@noren/core/people/phone-change';
import { UserStatus } from '@noren/core/people/status';
import { readIdentity } from '../../people/certification/store.ts';
import { recordDecision } from '../../people/consents.ts';
import { askForChange, requireNoPhoneChange } from '../../people/login/phone-change.ts';
import { beginChange } from '../../people/login/phone-change-store.ts';
import { findSignInUser, readUserLanguage } from '../../people/login/store.ts';
import { readNomineeClaim } from '../../people/nominee-claim-store.ts';
import { recordOwnAction, recordSystemAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { findOwner } from '../../platform/db/name-owners-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { type CallError, conflict } from '../../platform/http/call-error.ts';
import type { Ctx } from '../../platform/http/handler.ts';
import { hashNetwork } from '../../platform/http/network-address.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import type { LimitPairs } from '../../platform/limits/limit-rules.ts';
import type { LostPhone } from './lost-phone-ticket.ts';

type Refusal = 'phone_same' | 'phone_taken' | 'account_held' | 'liveness_no_tries';

const TEXTS = {
  phone_same: 'phone.phone_same',
  phone_taken: 'phone.phone_taken',
  account_held: 'login.account_held',
  liveness_no_tries: 'phone.lost_no_tries',
} as const;

/** The text of a refusal gives the number at which the lender is called. */
export function refuseLost({ appConfig }: Deps, reason: Refusal): CallError {
  const values = { phone: appConfig.lender.grievance.phone };
  return conflict(TEXTS[reason], reason, values);
}

/** The certified account with the old number and the PAN; null where there is none. */
export async function findLostAccount(
  { db, crypto }: Deps,
  { oldPhone, pan }: LostPhone,
): Promise<string | null> {
  const name = crypto.hashes('phone', oldPhone);
  const userId = await findOwner(db, { kind: 'phone', name });
  const user = userId && (await findSignInUser(db, userId));
  if (!user || user.bizStatus < UserStatus.certified) return null;

  const identity = await readIdentity(db, crypto, userId);
  return identity?.pan === pan ? userId : null;
}

/** The numbered tries of a day, by account: a stranger without the PAN uses none of the owner's. */
function nthTry({ oldPhone, pan }: LostPhone, n: number): LimitPairs[number] {
  return ['lost-phone-nth-try-day', `${oldPhone} ${pan} ${n}`];
}

const triesOfWeek = ({ oldPhone, pan }: LostPhone): LimitPairs[number] => [
  'lost-phone-try-week',
  `${oldPhone} ${pan}`,
];

/** @throws CallError 409 once all tries are used */
export async function requireTries({ deps, now }: Ctx, lost: LostPhone): Promise<void> {
  const last = await deps.limits.peek(
    [nthTry(lost, LOST_PHONE_TRIES_PER_DAY), triesOfWeek(lost)],
    now,
  );
  if (!last.ok) throw refuseLost(deps, 'liveness_no_tries');
}

/**
 * Counts a try.
 * @returns how many are left today
 * @throws CallError 409 when others used the last ones meanwhile
 */
export async function countTry({ deps, now }: Ctx, lost: LostPhone): Promise<number> {
  for (let n = 1; n <= LOST_PHONE_TRIES_PER_DAY; n += 1)
    if ((await deps.limits.take([nthTry(lost, n), triesOfWeek(lost)], now)).ok)
      return LOST_PHONE_TRIES_PER_DAY - n;

  throw refuseLost(deps, 'liveness_no_tries');
}

/** Records for staff why somebody did not prove to be the owner. */
export async function noteRefusal(
  { deps, deviceId, address, now }: Ctx,
  userId: string,
  { proof, reason }: { proof: PhoneProof; reason: string },
): Promise<void> {
  const detail = { proof, reason, device: deviceId, network: hashNetwork(deps.crypto, address) };
  await recordSystemAction(deps.db, { userId, now }, { action: 'lost_phone_refused', detail });
}

/**
 * Asks for the change in the name of the owner, who is proved by now and may be told what stands
 * against it.
 * @returns when the new number will sign in, UTC ms
 * @throws CallError 409
 */
export async function askForLost(
  ctx: Ctx,
  tx: Tx,
  { lost, userId, proof }: { lost: LostPhone; userId: string; proof: PhoneProof },
): Promise<number> {
  const { deps, now, deviceId } = ctx;
  const { oldPhone, newPhone } = lost;
  await lockUser(tx, userId);
  await requireUnchanged(tx, deps, { lost, userId });

  const changeId = await beginChange(tx, deps.crypto, {
    userId,
    oldPhone,
    newPhone,
    sessionId: null,
    way: 'lost',
    now,
  });
  await recordOwnAction(
    tx,
    { userId, now },
    {
      action: 'lost_phone_proved',
      subject: changeId,
      detail: { proof, device: deviceId, network: hashNetwork(deps.crypto, ctx.address) },
    },
  );

  if (proof === 'face')
    await recordDecision(tx, deps, {
      userId,
      purpose: 'face_check',
      isGiven: true,
      textVersion: lost.agreedVersion,
      language: await readUserLanguage(tx, userId),
      channel: 'web',
      deviceId,
      at: now,
    });

  return askForChange(tx, deps, { userId, changeId, proof });
}

/** Since the proof the number may have moved, and another change may wait. The user is locked. */
async function requireUnchanged(
  tx: Tx,
  deps: Deps,
  { lost: { oldPhone, newPhone }, userId }: { lost: LostPhone; userId: string },
): Promise<void> {
  const { crypto } = deps;
  const findUser = (phone: string) =>
    findOwner(tx, { kind: 'phone', name: crypto.hashes('phone', phone) });

  if ((await findUser(oldPhone)) !== userId || (await readNomineeClaim(tx, userId)))
    throw refuseLost(deps, 'account_held');
  if ((await findUser(newPhone)) !== null) throw refuseLost(deps, 'phone_taken');
  await requireNoPhoneChange(tx, userId);
}
