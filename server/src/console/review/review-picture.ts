import type { SHOWN_ON_PICTURES } from '@noren/core/staff/protected-fields';
import { readDocuments } from '../../people/certification/document-store.ts';
import { readReviewPicture } from '../../people/certification/liveness-store.ts';
import { openSignedPhoto } from '../../people/certification/signed-photo.ts';
import { readSource } from '../../people/certification/source-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { openPicture, toBinding } from '../../platform/files/pictures.ts';

/**
 * The stored JPEG of a card, of the photo that its issuer signed, or of the face check; null where
 * none is stored.
 */
export async function readPicture(
  deps: Deps,
  userId: string,
  picture: keyof typeof SHOWN_ON_PICTURES,
): Promise<Buffer | null> {
  const { db, crypto } = deps;
  if (picture === 'face') return (await readReviewPicture(deps, userId))?.jpeg ?? null;

  if (picture === 'signedPhoto') {
    const source = await readSource(db, crypto, userId);
    return source && openSignedPhoto(deps, userId, source);
  }

  const card = (await readDocuments(db, crypto, userId)).find(({ type }) => type === picture);
  return card?.fileId ? openPicture(deps, card.fileId, toBinding(userId, card.type)) : null;
}
