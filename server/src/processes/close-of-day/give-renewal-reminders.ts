import { REMINDER_PLAN, reminderDue } from '@noren/core/lending/renewal';
import { notify } from '../../notifications/store.ts';
import { insertReminder, listToNotify, readToNotify } from '../../people/renewal/reminder-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockUser } from '../../platform/http/session-store.ts';

const BATCH = 200;

/**
 * Job: gives the reminders of an update of details that are due, each once. One in the app goes out
 * as a notification; a letter is put on the list of those that staff post.
 */
export async function giveRenewalReminders(deps: Deps): Promise<void> {
  const today = deps.today();
  const counts = { app: 0, letter: 0 };

  for (let after: string | null = null; ; ) {
    const page = await listToNotify(deps.db, { today, after, limit: BATCH });
    for (const { userId, renewal, given } of page) {
      if (reminderDue({ ...renewal, given }, today) === null) continue;

      const channel = await deps.db.transaction().execute((tx) => giveReminder(tx, deps, userId));
      if (channel !== null) counts[channel] += 1;
    }

    after = page.at(-1)?.userId ?? null;
    if (page.length < BATCH) break;
  }

  if (counts.app + counts.letter > 0) deps.log.info(counts, 'reminders of an update of details');
}

/**
 * Gives the reminder that is due once the user is locked: the borrower may confirm meanwhile, and
 * another process may be first.
 */
async function giveReminder(tx: Tx, deps: Deps, userId: string): Promise<'app' | 'letter' | null> {
  const today = deps.today();
  await lockUser(tx, userId);

  const facts = await readToNotify(tx, { userId, today });
  if (!facts) return null;

  const { dueDay, heldFrom } = facts.renewal;
  const reminder = reminderDue({ dueDay, given: facts.given }, today);
  if (reminder === null || !(await insertReminder(tx, { userId, dueDay, reminder, today })))
    return null;

  const { channel, day } = REMINDER_PLAN[reminder];
  if (channel === 'app')
    await notify(tx, deps, {
      userId,
      kind: day < 0 ? 'renewal_open' : 'renewal_late',
      reference: `${dueDay}:${reminder}`,
      values: { day: dueDay, from: heldFrom },
    });

  return channel;
}
