import type { Deps } from '../../platform/deps.ts';
import { openPicture, toBinding } from '../../platform/files/pictures.ts';
import { type IdentitySource, SOURCE_PHOTO_KIND } from './source-store.ts';

/** The photo in a source as a JPEG; null without one, and when the card was replaced meanwhile. */
export async function openSignedPhoto(
  deps: Deps,
  userId: string,
  { photoFileId }: Pick<IdentitySource, 'photoFileId'>,
): Promise<Buffer | null> {
  if (photoFileId === null) return null;
  return openPicture(deps, photoFileId, toBinding(userId, SOURCE_PHOTO_KIND));
}
