import { maskPhone } from '@noren/core/people/identity-numbers';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { queueHeldPayouts } from '../../lending/credit/lending-stop-store.ts';
import { endPushSubscriptions, notify } from '../../notifications/store.ts';
import { stopLocked } from '../../people/login/phone-change.ts';
import {
  endOtherSessions,
  endUnusedLinks,
  moveNumber,
  type OpenPhoneChange,
  readOpenChange,
} from '../../people/login/phone-change-store.ts';
import { readPhone } from '../../people/login/store.ts';
import { readNomineeClaim } from '../../people/nominee-claim-store.ts';
import {
  deleteCodes,
  lockNotErased,
  lockSignIns,
} from '../../people/personal-data/erasure-store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { claimIfFree, freeName } from '../../platform/db/name-owners-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { endRecentConfirmations } from '../../platform/http/session-store.ts';
import type { JobPayloads } from '../../platform/jobs/job-store.ts';

/**
 * Job: gives the account its new number once it has waited. Running it again, or before it is due,
 * or after it was stopped, does nothing. Locks in the order of an erasure: money, codes, user.
 */
export async function finishPhoneChange(
  deps: Deps,
  { userId }: JobPayloads['finish-phone-change'],
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockCredit(tx, userId);
    const oldPhone = await readPhone(tx, deps.crypto, userId);
    await lockSignIns(tx, userId, deps.crypto.hashes('phone', oldPhone));
    if (!(await lockNotErased(tx, userId))) return;

    const change = await readOpenChange(tx, deps.crypto, { userId, now: deps.now() });
    if (change?.state !== 'waiting' || (change.dueAt ?? 0) > deps.now()) return;

    if (await readNomineeClaim(tx, userId)) {
      await stopLocked(tx, deps, { userId, because: 'nominee', actor: 'program' });
      return;
    }

    const name = deps.crypto.hashes('phone', change.newPhone);
    if (!(await claimIfFree(tx, { kind: 'phone', name, userId }))) {
      await stopLocked(tx, deps, { userId, because: 'taken', actor: 'program' });
      return;
    }

    await move(tx, deps, { userId, change, oldPhone });
  });
}

/** The old number signs in nowhere any more: not by its codes, its links or its sessions. */
async function move(
  tx: Tx,
  deps: Deps,
  { userId, change, oldPhone }: { userId: string; change: OpenPhoneChange; oldPhone: string },
): Promise<void> {
  const now = deps.now();
  const { changeId, newPhone: phone, sessionId: exceptSessionId } = change;
  const oldHashes = deps.crypto.hashes('phone', oldPhone);

  const maskedPhone = maskPhone(phone);
  await moveNumber(tx, deps.crypto, { userId, changeId, phone, maskedPhone, now });
  await freeName(tx, { kind: 'phone', name: oldHashes, userId });

  await deleteCodes(tx, oldHashes);
  await endUnusedLinks(tx, userId, now);
  const devices = await endOtherSessions(tx, { userId, exceptSessionId, now });
  await endPushSubscriptions(tx, { userId, devices, now });
  // What a code of the old number confirmed counts no more.
  await endRecentConfirmations(tx, { userId, now });

  await recordAction(tx, {
    at: now,
    userId,
    actor: 'program',
    action: 'phone_changed',
    subject: changeId,
  });
  await notify(tx, deps, { userId, kind: 'phone_changed', reference: changeId, values: {} });
  await queueHeldPayouts(tx, userId);
}
