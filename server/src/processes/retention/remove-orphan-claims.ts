import {
  deleteClaims,
  listClaims,
  listClaimsInUse,
  type StoredName,
} from '../../people/names-store.ts';
import type { Db } from '../../platform/db/db.ts';

/** A claim whose row has not followed by then never will: a transaction ends within seconds. */
const SETTLED_MINUTES = 10;
/** Claims of this many minutes are read at once. */
const STEP_MINUTES = 5;

/**
 * Removes claims of names whose user's row never came: on several machines a claim may be committed
 * and its change lost.
 * @param withinMinutes how far back to look; each run looks back further than the last one
 * @returns how many
 */
export async function removeOrphanClaims(db: Db, withinMinutes: number): Promise<number> {
  let removed = 0;
  for (let olderThan = SETTLED_MINUTES; olderThan < withinMinutes; olderThan += STEP_MINUTES) {
    const claimed = await listClaims(db, { olderThan, youngerThan: olderThan + STEP_MINUTES });
    for (const [kind, claims] of claimed) {
      const inUse = new Set((await listClaimsInUse(db, kind, claims)).map(toKey));
      const orphans = claims.filter((claim) => !inUse.has(toKey(claim)));

      if (orphans.length > 0)
        await deleteClaims(db, kind, { claims: orphans, olderThan: SETTLED_MINUTES });
      removed += orphans.length;
    }
  }

  return removed;
}

const toKey = ({ userId, name }: StoredName): string => `${userId} ${name.toString('hex')}`;
