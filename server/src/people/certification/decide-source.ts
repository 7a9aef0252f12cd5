import {
  comparePhotoResult,
  compareSource,
  type SourceDifference,
} from '@noren/core/people/source-match';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { claimCard, findCardOwner } from './card-claim-store.ts';
import { deleteReviewPictures } from './liveness-store.ts';
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
 * Compares the newest source with the identity that is being confirmed. The caller writes that
 * identity afterwards: a source whose fields are deleted is compared by the former one, with which
 * it agreed.
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
    const { fields, referenceLast4: last4 } = source;
    const owner = await findCardOwner(tx, crypto, { ...source, fields });
    const taken: SourceDifference[] = owner === null || owner === userId ? [] : ['card_taken'];
    const differences = [...photo, ...compareSource({ ...fields, last4 }, confirmed), ...taken];

    return { source, differences };
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

/**
 * {@link compareNewestSource}, and claims the card for the account if nothing differs, so that it
 * confirms no other account. Of two accounts at once only one gets it.
 */
export async function claimNewestSource(
  { crypto }: Pick<Deps, 'crypto'>,
  tx: Tx,
  userId: string,
  confirmed: ComparedIdentity,
): Promise<ComparedSource> {
  const compared = await compareNewestSource({ crypto }, tx, userId, confirmed);
  const { source, differences } = compared;
  if (!source?.fields || differences.length > 0) return compared;

  const isOwn = await claimCard(tx, crypto, userId, { ...source, fields: source.fields });
  return isOwn ? compared : { source, differences: ['card_taken'] };
}

/**
 * Records a comparison. What the source says, and the picture of the face beside it, stay while a
 * reviewer has to see them.
 */
export async function recordComparison(
  { now }: Needs,
  tx: Tx,
  userId: string,
  { compared, isReviewed }: { compared: ComparedSource; isReviewed: boolean },
): Promise<void> {
  const { source, differences } = compared;
  if (source) await decideSource(tx, userId, source, { differences, isReviewed, now: now() });
  if (!isReviewed) await deleteReviewPictures(tx, userId);
}

/**
 * Ends a source's part in a review. An approval takes away no difference: the reviewer saw the
 * documents, and the issuer still said something else.
 */
export async function endReviewOfSource(deps: Needs, tx: Tx, userId: string): Promise<void> {
  const identity = await readIdentity(tx, deps.crypto, userId);
  if (!identity) return;

  const compared = await claimNewestSource(deps, tx, userId, identity);
  await recordComparison(deps, tx, userId, { compared, isReviewed: false });
}
