import type { DocumentKind } from '@noren/contract/documents';
import type { Db } from '../../platform/db/db.ts';
import { toBinding } from '../../platform/files/pictures.ts';
import type { DocumentCtx } from '../documents/order-documents.ts';
import { type RenderedDocument, renderDocument } from '../documents/render-document.ts';
import { findSealedPaper, type SealedPaper } from './papers-store.ts';

/** What the encryption of a sealed file is bound to, beside its owner. */
export const PAPER_FILE = 'paper';

/**
 * A document as it was sealed, or drawn now where it is not sealed or has changed since.
 * @throws CallError 404 for a document that does not exist or is not the user's
 */
export async function openDocument(
  ctx: DocumentCtx,
  db: Db,
  { kind, id, part }: { kind: DocumentKind; id: string; part: string },
): Promise<Pick<RenderedDocument, 'language' | 'bytes'>> {
  const sealed = await findSealedPaper(db, ctx.userId, `${kind}.${id}`);
  if (sealed && (await isStillTrue(ctx, db, { kind, id, sealed }))) return readSealed(ctx, sealed);

  return renderDocument(ctx, db, { kind, id, part });
}

/**
 * Whether a sealed paper still says what is true. An agreement always does. A closing paper does
 * until its loan is reopened. A statement does while drawing it now gives the same content: a
 * refund makes another.
 */
async function isStillTrue(
  ctx: DocumentCtx,
  db: Db,
  { kind, id, sealed }: { kind: DocumentKind; id: string; sealed: SealedPaper },
): Promise<boolean> {
  const { closedAt, requestedAt, language, contentHash } = sealed;
  if (kind === 'closing') return closedAt !== null && closedAt <= requestedAt;
  if (kind !== 'statement') return true;

  const drawn = await renderDocument({ ...ctx, language }, db, { kind, id, part: '' });
  return drawn.contentHash === contentHash;
}

async function readSealed(
  { deps, userId }: DocumentCtx,
  { fileId, language }: SealedPaper,
): Promise<Pick<RenderedDocument, 'language' | 'bytes'>> {
  return { language, bytes: await deps.files.get(fileId, toBinding(userId, PAPER_FILE)) };
}
