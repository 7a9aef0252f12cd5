import type { DocumentType } from '@noren/contract/certification';
import { CODES } from '@noren/contract/codes';
import type { OcrFields } from '@noren/core/ocr-read';
import { CallError } from '../call-error.ts';
import { needConsent } from '../consents.ts';
import { type Handlers, type UserCtx, working } from '../handler.ts';
import { addJob, dropJob } from '../jobs.ts';
import { orWait } from '../limits.ts';
import type { DocumentRead } from '../outside/kyc/ocr.ts';
import { askEngine, bindingOf, refusePicture, takePicture } from '../pictures.ts';
import { lockUser } from '../session.ts';
import { needCodeForSaved } from '../step-up.ts';
import { readLiveness } from './liveness-store.ts';
import { type KeptDocument, type ReadFields, readDocuments, writeDocument } from './pictures-store.ts';
import { beginStep, needStep } from './step.ts';
import { readIdentity } from './store.ts';
import { fieldsToLookAt } from './uncertain-fields.ts';

/** The Aadhaar number leaves as its last four digits. */
function shownFields({ aadhaar, ...fields }: OcrFields): ReadFields {
  return { ...fields, ...(aadhaar === undefined ? {} : { aadhaarLast4: aadhaar.slice(-4) }) };
}

/** The picture as it may be kept: a card with an Aadhaar number only with that number covered. */
async function keepable(ctx: UserCtx, type: DocumentType, read: DocumentRead): Promise<Buffer> {
  if (type === 'panFront') return read.upright;
  const masked = await askEngine(() => ctx.deps.kyc.maskAadhaar(read));
  if (!masked.ok) throw refusePicture(read.fault === null || read.fault === 'unreadable' ? masked.reason : read.fault);
  return masked.jpeg;
}

/** A picture nobody has come to own by then is removed: its request broke off after the picture was written. */
const OWNED_WITHIN_MS = 3_600_000;
const strayJob = (fileId: string): string => `file:${fileId}`;

async function putPicture({ deps, userId }: UserCtx, type: DocumentType, picture: Buffer): Promise<string> {
  const fileId = await deps.files.put(picture, bindingOf(userId, type));
  await addJob(deps.db, 'remove-file', { fileId }, { key: strayJob(fileId), afterMs: OWNED_WITHIN_MS });
  return fileId;
}

/** A card of which most is missing is refused only where another picture may show it: a worn card is taken as it is. */
const MOST_MISSING = 3;

/** @throws CallError 400 with what is wrong with the picture, when too little of the card could be read */
function needReading({ reading, fault }: DocumentRead): OcrFields {
  if (reading.outcome === 'wrong_document') throw refusePicture('wrong_document');
  if (reading.outcome === 'unreadable') throw refusePicture(fault ?? 'unreadable');
  const isMendable = fault !== null && fault !== 'unreadable';
  if (isMendable && reading.missing.length >= MOST_MISSING) throw refusePicture(fault);
  return reading.fields;
}

async function readPicture(ctx: UserCtx, type: DocumentType, file: Buffer): Promise<KeptDocument> {
  const { deps } = ctx;
  const jpeg = await takePicture(deps, file);
  const read = await askEngine(() => deps.kyc.readDocument(jpeg, type));
  const known = needReading(read);
  const picture = await keepable(ctx, type, read);
  return {
    type,
    fileId: await putPicture(ctx, type, picture),
    fields: shownFields(known),
    confidence: read.confidence,
    uncertain: read.uncertain,
    aadhaarHash: known.aadhaar === undefined ? null : deps.crypto.hash('aadhaar', known.aadhaar),
  };
}

/** Step one's documents. */
export const documentHandlers: Handlers<'readDocument' | 'readingDetail'> = {
  readDocument: working({
    async work(ctx, { body, file }) {
      beginStep(ctx, 'one');
      await needConsent(ctx, ctx.deps.db, 'identity_documents');
      orWait(await ctx.deps.limits.take([['document-read-user-hour', ctx.userId]], ctx.now));
      return readPicture(ctx, body.type, file);
    },
    async run(ctx, _input, tx, document: KeptDocument) {
      try {
        needStep(await lockUser(tx, ctx.userId), 'one');
        const replaced = await writeDocument(tx, ctx.deps.crypto, ctx.userId, document, ctx.now);
        await dropJob(tx, strayJob(document.fileId));
        if (replaced) await addJob(tx, 'remove-file', { fileId: replaced });
      } catch (error) {
        await ctx.deps.files.remove(document.fileId);
        throw error;
      }
      const { type, fields, confidence, uncertain } = document;
      return { type, fields, confidence, uncertain: [...uncertain] };
    },
  }),

  async readingDetail(ctx, _input, db) {
    const { crypto } = ctx.deps;
    const documents = await readDocuments(db, crypto, ctx.userId);
    const liveness = await readLiveness(db, ctx.userId);
    const identity = await readIdentity(db, crypto, ctx.userId);
    // What this session has sent itself it may see, so that a link's session can finish step one.
    const { createdAt } = ctx.session;
    needCodeForSaved(ctx, identity !== null || documents.some(({ readAt }) => readAt < createdAt));
    const confirmed = identity
      ? { name: identity.name, birthDay: identity.birthDay, pan: identity.pan, aadhaarLast4: identity.aadhaarLast4 }
      : {};
    return {
      documents: documents.map(({ type }) => type),
      // The PAN card, read first, says best what both cards say.
      fields: { ...Object.assign({}, ...documents.map(({ fields }) => fields).reverse()), ...confirmed },
      isAadhaarKnown: documents.some(({ aadhaarHash }) => aadhaarHash !== null),
      // What the user has confirmed is not asked again.
      uncertain: identity ? [] : fieldsToLookAt(documents),
      liveness: liveness.state,
      isSaved: identity !== null,
    };
  },
};

/** The number read off the card, as its hash and last four digits. @throws CallError 400 when none was read */
export function readAadhaar(documents: readonly KeptDocument[]): { hash: Buffer; last4: string } {
  for (const { aadhaarHash, fields } of documents)
    if (aadhaarHash && fields.aadhaarLast4) return { hash: aadhaarHash, last4: fields.aadhaarLast4 };
  throw new CallError(CODES.invalidInput, 'certification.aadhaar_needed', {
    data: { fields: [{ path: 'aadhaar', problem: 'empty' }] },
  });
}
