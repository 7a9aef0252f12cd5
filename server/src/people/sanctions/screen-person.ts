import { canonicalJson } from '@noren/core/people/canonical-json';
import type { SanctionsList } from '@noren/core/people/sanctions-entry';
import {
  buildSanctionsIndex,
  type SanctionsHit,
  type SanctionsIndex,
} from '@noren/core/people/sanctions-match';
import { JOBS } from '../../job-list.ts';
import { lockCredit, reopenReviewedCredit } from '../../lending/credit/credit-store.ts';
import { queueHeldPayouts } from '../../lending/credit/lending-stop-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import {
  type HitDecision,
  HOLDING_STATES,
  insertHit,
  isConfirmed,
  readHits,
  reopenHit,
  type StoredHit,
  supersedeHits,
} from './hit-store.ts';
import { readEntries, readListsInForce, type StoredList } from './list-store.ts';
import { type PersonToScreen, writeScreenings } from './screening-store.ts';

/** The lists in force, ready to look people up. */
export interface ListsInForce {
  /** Their ids: equal for the same lists. */
  readonly screenedWith: string;
  readonly lists: readonly (StoredList & { readonly index: SanctionsIndex })[];
}

/** What a list says never changes, so its index is made once in each process. */
const indexes = new Map<string, SanctionsIndex>();
/** The lists in force, and those of before while a process still screens with them. */
const MOST_INDEXES = 4;

/** Null while no list is in force. */
export async function openListsInForce(db: Db | Tx): Promise<ListsInForce | null> {
  const stored = await readListsInForce(db);
  if (stored.length === 0) return null;

  const lists = [];
  for (const list of stored) lists.push({ ...list, index: await openIndex(db, list.listId) });

  return { screenedWith: stored.map(({ listId }) => listId).join(','), lists };
}

async function openIndex(db: Db | Tx, listId: string): Promise<SanctionsIndex> {
  const known = indexes.get(listId);
  if (known) return known;

  const index = buildSanctionsIndex(await readEntries(db, listId));
  const [oldest] = indexes.keys();
  if (indexes.size >= MOST_INDEXES && oldest !== undefined) indexes.delete(oldest);
  indexes.set(listId, index);

  return index;
}

/** A hit with the list that it is on. */
export interface ListHit extends SanctionsHit {
  readonly list: SanctionsList;
  readonly listDay: string;
}

export function findHits({ lists }: ListsInForce, person: PersonToScreen): ListHit[] {
  const of = { name: person.name, birthYear: Number(person.birthDay.slice(0, 4)) };
  return lists.flatMap(({ list, listDay, index }) =>
    index.find(of).map((hit) => ({ ...hit, list, listDay })),
  );
}

/**
 * Screens a person in the transaction that stores their name or date of birth. Where no list is in
 * force it does nothing: they are screened once one is.
 */
export async function screenPerson(tx: Tx, deps: Deps, person: PersonToScreen): Promise<void> {
  const current = await openListsInForce(tx);
  if (!current) return;

  await applyScreening(tx, deps, { current, person, hits: findHits(current, person) });
  // Another name or birth date may have ended a hold.
  await endHold(tx, deps, person.userId);
}

/**
 * Stores what a screening found. A hit that is known stays as it was decided while its entry says
 * the same; one whose entry is gone ends. Two are different: somebody found to be the listed person
 * is held until a reviewer is asked again, and somebody found to be another one is not asked about
 * the entry again when it comes back unchanged.
 */
export async function applyScreening(
  tx: Tx,
  deps: Deps,
  of: { current: ListsInForce; person: PersonToScreen; hits: readonly ListHit[] },
): Promise<void> {
  const { current, person, hits } = of;
  const { userId } = person;
  const now = deps.now();
  const known = await readHits(tx, userId);

  const gone = known.filter((stored) => !hits.some((hit) => isSame(hit, stored)));
  const changes = hits.filter((hit) => !known.some((stored) => isSame(hit, stored)));
  const lasting = gone.filter(
    (stored) =>
      (isConfirmed(stored) || stored.state === 'other_person') &&
      !changes.some((hit) => hit.isYearNear && isOfSameEntry(hit, stored)),
  );
  const fresh = changes.filter((hit) => !lasting.some((stored) => isOfSameEntry(hit, stored)));
  const ended = gone.filter((stored) => !lasting.includes(stored));
  const endedIds = ended.map(({ hitId }) => hitId);

  await supersedeHits(tx, userId, endedIds);
  for (const { hitId } of lasting.filter(isConfirmed)) await reopenHit(tx, { userId, hitId, now });
  for (const hit of fresh) {
    const former = ended.find((stored) => isConfirmed(stored) && isOfSameEntry(hit, stored));
    await storeHit(tx, { userId, hit, decision: former?.decision ?? null, now });
  }

  await writeScreenings(tx, [userId], { screenedWith: current.screenedWith, now });
  if (ended.some(({ state }) => HOLDING_STATES.some((holding) => holding === state)))
    await endHold(tx, deps, userId);
}

const isOfSameEntry = (hit: ListHit, stored: StoredHit): boolean =>
  stored.list === hit.list && stored.entryId === hit.entry.entryId;

const isSame = (hit: ListHit, stored: StoredHit): boolean =>
  isOfSameEntry(hit, stored) &&
  stored.isYearNear === hit.isYearNear &&
  canonicalJson(stored.entry) === canonicalJson(hit.entry);

async function storeHit(
  tx: Tx,
  of: { userId: string; hit: ListHit; decision: HitDecision | null; now: number },
): Promise<void> {
  const { userId, hit, decision, now } = of;
  const { list, listDay, entry, score, isYearNear } = hit;
  const found = { userId, list, entry, listDay, score, isYearNear, decision, now };
  const hitId = await insertHit(tx, found);
  if (!isYearNear) return;

  // The borrower may read the names of acts about them: this one tells nothing.
  await appendStaffAct(tx, {
    at: now,
    staffId: null,
    action: 'review_begun',
    userId,
    subject: hitId,
    detail: { kind: 'sanctions', list, entryId: entry.entryId, score },
  });
}

/** Once nothing holds a person any more: what waited for it goes on. */
export async function endHold(tx: Tx, deps: Deps, userId: string): Promise<void> {
  const hits = await readHits(tx, userId);
  if (hits.some(({ state }) => HOLDING_STATES.some((holding) => holding === state))) return;

  await lockCredit(tx, userId);
  if (await reopenReviewedCredit(tx, userId, deps.now()))
    await addJob(tx, JOBS['evaluate-credit'], { userId });
  await queueHeldPayouts(tx, userId);
}
