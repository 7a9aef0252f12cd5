import { type DraftCipher, makeDraftCipher } from '../session/draft-cipher.ts';
import { send } from './api.ts';
import { draftKey } from './rare-calls.ts';

/** The cipher that the page's first script made; undefined when it made none or failed. */
async function takeEarlyCipher(): Promise<DraftCipher | undefined> {
  const early = window.norenDraftCipher;
  window.norenDraftCipher = undefined;

  try {
    return await early;
  } catch {
    // The first script has logged it; a request of the app also corrects a wrong clock.
    return undefined;
  }
}

/**
 * Loads this browser's key for drafts. Null where the browser cannot encrypt: outside a secure
 * context, in a sandbox.
 * @throws ApiError, NoAnswer
 */
export async function loadDraftCipher(): Promise<DraftCipher | null> {
  if (!globalThis.crypto?.subtle) return null;

  const early = await takeEarlyCipher();
  if (early) return early;

  const { key } = await send(draftKey, {}, 'quiet');
  return makeDraftCipher(key);
}
