import type { DocumentType } from '@noren/contract/certification';
import {
  type CodeSide,
  SOURCE_PHOTO_KIND,
  writeSource,
} from '../../people/certification/source-store.ts';
import { currentTexts } from '../../people/consents.ts';
import { recordSystemAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { runKycEngine } from '../../platform/files/pictures.ts';
import { attachFile, storeFile } from '../../platform/files/stored-file.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import type { CodeRefusal, SignedIdentity } from '../../platform/ports/identity-sources.ts';
import { KycEngineError } from '../../platform/ports/kyc.ts';

/** A code's photo, stored until a face is compared with it; `unclear`: it cannot be opened. */
interface CodePhoto {
  readonly photoFileId: string | null;
  readonly photoResult: 'waiting' | 'unclear';
}

/** A code that its issuer signed. */
export interface CardCode extends CodePhoto {
  readonly identity: Omit<SignedIdentity, 'photo'>;
}

/**
 * `absent`: no code was looked for. `not_found`: none with a photo could be read, which blocks
 * nothing.
 */
export type CodeResult =
  | { readonly state: 'absent' | 'not_found' }
  | { readonly state: 'read'; readonly code: CardCode }
  | { readonly state: 'refused'; readonly reason: CodeRefusal };

/** A card's picture as it was uploaded, and the digits of its code if the phone found them. */
export interface SentCard {
  readonly upload: Buffer;
  readonly digits: string | undefined;
}

/**
 * The code of an Aadhaar card: as the phone read it, or from the upload itself. Its signature
 * speaks for it, so it does not matter who read it.
 */
export async function readCardCode(
  ctx: UserCtx,
  type: DocumentType,
  sent: SentCard,
): Promise<CodeResult> {
  const { identitySources } = ctx.deps;
  if (type === 'panFront' || identitySources === null) return { state: 'absent' };

  const digits = sent.digits ?? (await orNothing(() => ctx.deps.kyc.readCode(sent.upload)));
  if (digits === null) return { state: 'not_found' };

  const reading = identitySources.readCode(digits);
  if (!reading.ok) {
    await noteRefusal(ctx, type, reading.reason);
    return { state: 'refused', reason: reading.reason };
  }

  const { photo, ...identity } = reading.identity;
  // The small code of an e-Aadhaar is signed too. Nothing in it shows whose card it is.
  if (photo === null) return { state: 'not_found' };

  return { state: 'read', code: { identity, ...(await storePhoto(ctx, photo)) } };
}

/**
 * What the engine read; null also for what takes it too long or crashes it: sent again, it would do
 * the same.
 * @throws CallError 429 when its queue is full
 */
function orNothing<T>(read: () => Promise<T | null>): Promise<T | null> {
  return runKycEngine(async () => {
    try {
      return await read();
    } catch (error) {
      const { reason } = error instanceof KycEngineError ? error : {};
      if (reason === 'timeout' || reason === 'crashed') return null;
      throw error;
    }
  });
}

/** Records for staff which rule a refused code broke. */
async function noteRefusal(
  ctx: UserCtx,
  document: DocumentType,
  reason: CodeRefusal,
): Promise<void> {
  const detail = { document, reason };
  await recordSystemAction(ctx.deps.db, ctx, { action: 'card_code_refused', detail });
}

/** Stores the photo in a signed source until a face is compared with it. */
export async function storePhoto({ deps, userId }: UserCtx, photo: Buffer): Promise<CodePhoto> {
  const jpeg = await orNothing(() => deps.kyc.openPhoto(photo));
  if (jpeg === null) return { photoFileId: null, photoResult: 'unclear' };

  const photoFileId = await storeFile(deps, { userId, kind: SOURCE_PHOTO_KIND }, jpeg);
  return { photoFileId, photoResult: 'waiting' };
}

/** A signed source with the side of the card that it was read from; null for an offline file. */
export interface SentSource {
  readonly document: CodeSide | null;
  readonly code: CardCode;
}

export async function saveCardCode(
  { deps, userId, now }: UserCtx,
  tx: Tx,
  { document, code }: SentSource,
): Promise<void> {
  const consentVersion = currentTexts(deps).identity_documents.textVersion;
  await writeSource(tx, deps.crypto, userId, { ...code, document, consentVersion, now });
  if (code.photoFileId) await attachFile(tx, userId, code.photoFileId);
}
