import { NOTICE_PLAN, noticeDue } from '@noren/core/lending/renewal';
import { notify } from '../../notifications/store.ts';
import { insertNotice, listToNotify, readToNotify } from '../../people/renewal/notice-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockUser } from '../../platform/http/session-store.ts';

const BATCH = 200;

/**
 * Job: gives the notices and reminders of an update of details that are due, each once. One in the
 * app goes out as a notification; a letter is put on the list of those that staff post.
 */
export async function giveRenewalNotices(deps: Deps): Promise<void> {
  const today = deps.today();
  const counts = { app: 0, letter: 0 };

  for (let after: string | null = null; ; ) {
    const page = await listToNotify(deps.db, { today, after, limit: BATCH });
    for (const { userId, renewal, given } of page) {
      if (noticeDue({ ...renewal, given }, today) === null) continue;

      const channel = await deps.db.transaction().execute((tx) => giveNotice(tx, deps, userId));
      if (channel !== null) counts[channel] += 1;
    }

    after = page.at(-1)?.userId ?? null;
    if (page.length < BATCH) break;
  }

  if (counts.app + counts.letter > 0) deps.log.info(counts, 'notices of an update of details');
}

/**
 * Gives the notice that is due once the user is locked: the borrower may confirm meanwhile, and
 * another process may be first.
 */
async function giveNotice(tx: Tx, deps: Deps, userId: string): Promise<'app' | 'letter' | null> {
  const today = deps.today();
  await lockUser(tx, userId);

  const facts = await readToNotify(tx, { userId, today });
  if (!facts) return null;

  const { dueDay, heldFrom } = facts.renewal;
  const notice = noticeDue({ dueDay, given: facts.given }, today);
  if (notice === null || !(await insertNotice(tx, { userId, dueDay, notice, today }))) return null;

  const { channel, day } = NOTICE_PLAN[notice];
  if (channel === 'app')
    await notify(tx, deps, {
      userId,
      kind: day < 0 ? 'renewal_open' : 'renewal_late',
      reference: `${dueDay}:${notice}`,
      values: { day: dueDay, from: heldFrom },
    });

  return channel;
}
