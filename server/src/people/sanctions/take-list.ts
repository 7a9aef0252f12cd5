import { canonicalJson } from '@noren/core/people/canonical-json';
import { countList, findListDoubt, type ListDoubt } from '@noren/core/people/sanctions-doubt';
import type { SanctionsEntry, SanctionsList } from '@noren/core/people/sanctions-entry';
import { JOBS } from '../../job-list.ts';
import type { Tx } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import {
  dropWaiting,
  insertList,
  lockCurrent,
  markChecked,
  putInForce,
  readEntries,
} from './list-store.ts';
import type { ReadList } from './read-un-list.ts';

interface ListToTake extends ReadList {
  readonly list: SanctionsList;
  /** Who sent it; null for one that was fetched. */
  readonly staffId: string | null;
  readonly now: number;
}

export interface TakenList {
  /** `same`: exactly this list is in force, or waits, already. */
  readonly outcome: 'same' | 'waiting' | 'in_force';
  readonly listId: string;
  readonly doubt: ListDoubt | null;
}

/**
 * Stores a list that was read. It comes into force at once, unless something is odd about it or
 * somebody sent it: then it waits for two people.
 */
export async function takeList(tx: Tx, read: ListToTake): Promise<TakenList> {
  const { list, staffId, listDay, now } = read;
  const source = staffId === null ? 'fetched' : 'uploaded';
  const entries = [...read.entries].sort((a, b) => (a.entryId < b.entryId ? -1 : 1));
  const { inForce, waiting } = await lockCurrent(tx, { list, source });

  for (const known of [inForce, waiting])
    if (known?.listDay === listDay && (await hasEntries(tx, known.listId, entries))) {
      await markChecked(tx, known.listId, now);
      // What waits came before: its source has taken it back.
      if (waiting && waiting !== known) await dropWaiting(tx, waiting.listId, now);
      return { outcome: 'same', listId: known.listId, doubt: null };
    }

  if (waiting) await dropWaiting(tx, waiting.listId, now);

  const former = inForce && {
    ...countList(await readEntries(tx, inForce.listId)),
    listDay: inForce.listDay,
  };
  const doubt = findListDoubt({ ...countList(entries), listDay, source }, former);
  const listId = await insertList(tx, { list, listDay, entries, doubt, staffId, now });
  if (doubt !== null) return { outcome: 'waiting', listId, doubt };

  await startList(tx, { listId, staffId, now });

  return { outcome: 'in_force', listId, doubt };
}

async function hasEntries(
  tx: Tx,
  listId: string,
  entries: readonly SanctionsEntry[],
): Promise<boolean> {
  const stored = (await readEntries(tx, listId)).sort((a, b) => (a.entryId < b.entryId ? -1 : 1));
  return canonicalJson(stored) === canonicalJson(entries);
}

/**
 * Puts a list into force and has everybody screened against it.
 * @param of.staffId who agreed to it as the second person; null where it needed nobody
 * @returns false when it does not wait any more
 */
export async function startList(
  tx: Tx,
  of: { listId: string; staffId: string | null; now: number },
): Promise<boolean> {
  const { listId, staffId, now } = of;
  const started = await putInForce(tx, listId, now);
  if (!started) return false;

  await addJob(tx, JOBS['screen-everybody'], {});

  const { list, listDay, people } = started;
  const detail = { list, listDay, people };
  await appendStaffAct(tx, {
    at: now,
    staffId,
    action: 'sanctions_list_started',
    subject: listId,
    detail,
  });

  return true;
}
