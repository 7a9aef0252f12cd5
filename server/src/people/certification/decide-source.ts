import {
  comparePhotoResult,
  compareSource,
  type SourceDifference,
} from '@noren/core/people/source-match';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { decideSource, type IdentitySource, readSource } from './source-store.ts';
import { readIdentity } from './store.ts';

type ComparedIdentity = Readonly<Record<'name' | 'birthDay' | 'aadhaarLast4', string>>;
type Needs = Pick<Deps, 'crypto' | 'now'>;

/** The newest source beside a confirmed identity. */
export interface ComparedSource {
  readonly source: IdentitySource | null;
  readonly differences: readonly SourceDifference[];
}

/**
 * Compares the newest source with what is being confirmed; before that is written, because a source
 * whose fields are gone is compared by the identity that it agreed with.
 */
export async function compareNewestSource(
  { crypto }: Pick<Deps, 'crypto'>,
  tx: Db | Tx,
  userId: string,
  confirmed: ComparedIdentity,
): Promise<ComparedSource> {
  const source = await readSource(tx, crypto, userId);
  if (!source) return { source, differences: [] };

  const photo = comparePhotoResult(source.photoResult);
  if (source.fields) {
    const said = { ...source.fields, last4: source.referenceLast4 };
    return { source, differences: [...photo, ...compareSource(said, confirmed)] };
  }

  const former = await readIdentity(tx, crypto, userId);
  const changed = former
    ? compareSource(
        { name: former.name, birth: former.birthDay, last4: former.aadhaarLast4 },
        confirmed,
      )
    : [];
  return { source, differences: [...new Set([...photo, ...source.differences, ...changed])] };
}

/** Records that comparison. What the source says stays while a reviewer has to see it. */
export async function recordComparison(
  { now }: Needs,
  tx: Tx,
  userId: string,
  { compared, isReviewed }: { compared: ComparedSource; isReviewed: boolean },
): Promise<void> {
  const { source, differences } = compared;
  if (source) await decideSource(tx, userId, source, { differences, isReviewed, now: now() });
}

/**
 * Ends a source's part in a review. An approval takes away no difference: the reviewer saw the
 * documents, and the issuer still said something else.
 */
export async function endReviewOfSource(deps: Needs, tx: Tx, userId: string): Promise<void> {
  const identity = await readIdentity(tx, deps.crypto, userId);
  if (!identity) return;

  const compared = await compareNewestSource(deps, tx, userId, identity);
  await recordComparison(deps, tx, userId, { compared, isReviewed: false });
}
