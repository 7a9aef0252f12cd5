import { formatDay, formatTime, toBusinessDay } from '@noren/core/money/time';
import {
  PHONE_CHANGE_WAIT_MS,
  type PhoneChangeStop,
  type PhoneProof,
} from '@noren/core/people/phone-change';
import { JOBS } from '../../job-list.ts';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { queueHeldPayouts } from '../../lending/credit/lending-stop-store.ts';
import { notify } from '../../notifications/store.ts';
import { recordAction, recordOwnAction } from '../../platform/audit-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { conflict } from '../../platform/http/call-error.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { markStopped, markWaiting, readChangeDueAt } from './phone-change-store.ts';

/**
 * Nothing moves out of an account while another phone number waits to sign in to it: who asked for
 * the change may not be its owner.
 * @throws CallError 409, which says until when
 */
export async function requireNoPhoneChange(db: Db | Tx, userId: string): Promise<void> {
  const dueAt = await readChangeDueAt(db, userId);
  if (dueAt === null) return;

  const values = { day: formatDay(toBusinessDay(dueAt)), time: formatTime(dueAt) };
  throw conflict('phone.held', 'phone_change', values);
}

/**
 * Asks for a change that was begun: both numbers are told, and it waits. The user is locked.
 * @returns when the new number will sign in, UTC ms
 */
export async function askForChange(
  tx: Tx,
  deps: Deps,
  { userId, changeId, proof }: { userId: string; changeId: string; proof: PhoneProof },
): Promise<number> {
  const now = deps.now();
  const dueAt = now + PHONE_CHANGE_WAIT_MS;
  await markWaiting(tx, { userId, changeId, proof, now, dueAt });
  await addJob(tx, JOBS['finish-phone-change'], { userId }, { afterMs: PHONE_CHANGE_WAIT_MS });

  await recordOwnAction(
    tx,
    { userId, now },
    { action: 'phone_change_asked', subject: changeId, detail: { proof } },
  );
  const values = { day: toBusinessDay(dueAt), time: formatTime(dueAt) };
  await notify(tx, deps, { userId, kind: 'phone_change', reference: changeId, values });

  return dueAt;
}

/**
 * Stops the user's open change: both numbers are told, and what was held goes on.
 * @returns false when none is open: it was stopped, or the number has changed already
 */
export async function stopChange(
  tx: Tx,
  deps: Deps,
  of: { userId: string; because: PhoneChangeStop; actor: string },
): Promise<boolean> {
  await lockCredit(tx, of.userId);
  await lockUser(tx, of.userId);
  return stopLocked(tx, deps, of);
}

/** As {@link stopChange}, where the credit limit and the user are locked. */
export async function stopLocked(
  tx: Tx,
  deps: Deps,
  { userId, because, actor }: { userId: string; because: PhoneChangeStop; actor: string },
): Promise<boolean> {
  const now = deps.now();
  const stopped = await markStopped(tx, { userId, because, now });
  if (!stopped) return false;

  const { changeId, wasRequested } = stopped;
  const action = 'phone_change_stopped';
  await recordAction(tx, {
    at: now,
    userId,
    actor,
    action,
    subject: changeId,
    detail: { because },
  });
  // Nobody was told of what was only begun.
  if (!wasRequested) return true;

  await notify(tx, deps, { userId, kind: action, reference: changeId, values: {} });
  await queueHeldPayouts(tx, userId);

  return true;
}
