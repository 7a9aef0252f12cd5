import type { DocumentType } from '@noren/contract/certification';
import { CODES } from '@noren/contract/codes';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { requireConsent } from '../../lending/consents.ts';
import { askEngine, bindingOf, type Refusal, refusePicture, takePicture } from '../../platform/files/pictures.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session.ts';
import { requireCodeForSaved } from '../../platform/http/step-up.ts';
import { addJob, cancelJob } from '../../platform/jobs/jobs.ts';
import type { DocumentRead } from '../../platform/ports/kyc.ts';
import { readLiveness } from './liveness-store.ts';
import { type KeptDocument, type ReadFields, readDocuments, writeDocument } from './pictures-store.ts';
import { beginStep, needStep } from './step.ts';
import { readIdentity } from './store.ts';
import { fieldsToLookAt } from './uncertain-fields.ts';

/** The Aadhaar number leaves as its last four digits. */
function shownFields({ aadhaar, ...fields }: OcrFields): ReadFields {
  return { ...fields, ...(aadhaar === undefined ? {} : { aadhaarLast4: aadhaar.slice(-4) }) };
}

/** A picture nobody has come to own by then is removed: its request broke off after the picture was written. */
const OWNED_WITHIN_MS = 3_600_000;
const strayJob = (fileId: string): string => `file:${fileId}`;

async function storePicture({ deps, userId }: UserCtx, type: DocumentType, picture: Buffer): Promise<string> {
  const fileId = await deps.files.put(picture, bindingOf(userId, type));
  await addJob(deps.db, 'delete-file', { fileId }, { key: strayJob(fileId), afterMs: OWNED_WITHIN_MS });
  return fileId;
}

/** A card of which most is missing is refused only where another picture may show it: a worn card is taken as it is. */
const MOST_MISSING = 3;

/** What a picture gave, with itself as it may be kept (an Aadhaar number covered), or why it will not do. */
type Looked = { ok: true; known: OcrFields; picture: Buffer } | { ok: false; reason: Refusal };

async function lookAt(ctx: UserCtx, type: DocumentType, read: DocumentRead): Promise<Looked> {
  const { reading, fault } = read;
  if (reading.outcome === 'wrong_document') return { ok: false, reason: 'wrong_document' };
  if (reading.outcome === 'unreadable') return { ok: false, reason: fault ?? 'unreadable' };
  const isMendable = fault !== null && fault !== 'unreadable';
  if (isMendable && reading.missing.length >= MOST_MISSING) return { ok: false, reason: fault };
  const known = reading.fields;
  if (type === 'panFront') return { ok: true, known, picture: read.upright };
  const masked = await askEngine(() => ctx.deps.kyc.maskAadhaar(read));
  return masked.ok
    ? { ok: true, known, picture: masked.jpeg }
    : { ok: false, reason: isMendable ? fault : masked.reason };
}

type Sent = { type: DocumentType; isLastTry?: 'true' | undefined };

async function readPicture(ctx: UserCtx, { type, isLastTry }: Sent, file: Buffer): Promise<KeptDocument> {
  const { deps } = ctx;
  const jpeg = await takePicture(deps, file);
  const read = await askEngine(() => deps.kyc.readDocument(jpeg, type));
  const looked = await lookAt(ctx, type, read);
  if (!looked.ok) {
    await needGoingOn(ctx, { type, reason: looked.reason, isAsked: isLastTry !== undefined });
    return goOnWithout(ctx, type, read);
  }
  const { known, picture } = looked;
  return {
    type,
    fileId: await storePicture(ctx, type, picture),
    isRead: true,
    fields: shownFields(known),
    confidence: read.confidence,
    uncertain: read.uncertain,
    aadhaarHash: known.aadhaar === undefined ? null : deps.crypto.hash('aadhaar', known.aadhaar),
  };
}

/**
 * Counts a picture that could not be read, and lets the card be gone on without when that is asked for and enough were
 * counted before. @throws CallError 400 with what is wrong with the picture
 */
async function needGoingOn(
  ctx: UserCtx,
  { type, reason, isAsked }: { type: DocumentType; reason: Refusal; isAsked: boolean },
): Promise<void> {
  // Another document is no worn one: the right one is to be sent.
  if (reason === 'wrong_document') throw refusePicture(reason);
  const { limits } = ctx.deps;
  const unread = [['card-unread-user-hour', `${ctx.userId}:${type}`]] as const;
  const isEnough = async () => !(await limits.peek(unread, ctx.now)).ok;
  if (isAsked && (await isEnough())) return;
  await limits.take(unread, ctx.now);
  throw refusePicture(reason, await isEnough());
}

/** A card that nobody has read: a person will look. What could not be covered is not kept. */
async function goOnWithout(ctx: UserCtx, type: DocumentType, read: DocumentRead): Promise<KeptDocument> {
  let fileId: string | null = null;
  if (type === 'panFront') {
    // It may show an Aadhaar card after all: codes, and a number that is found, are covered.
    const masked = await askEngine(() => ctx.deps.kyc.maskAadhaar(read));
    if (masked.ok) fileId = await storePicture(ctx, type, masked.jpeg);
  }
  return { type, fileId, isRead: false, fields: {}, confidence: 0, uncertain: [], aadhaarHash: null };
}

/** Step one's documents. */
export const documentHandlers: Handlers<'readDocument' | 'readingDetail'> = {
  readDocument: twoPhase({
    async prepare(ctx, { body, file }) {
      beginStep(ctx, 'one');
      await requireConsent(ctx, ctx.deps.db, 'identity_documents');
      orRateLimited(await ctx.deps.limits.take([['document-read-user-hour', ctx.userId]], ctx.now));
      return readPicture(ctx, body, file);
    },
    async commit(ctx, _input, tx, document: KeptDocument) {
      try {
        needStep(await lockUser(tx, ctx.userId), 'one');
        const replaced = await writeDocument(tx, ctx.deps.crypto, ctx.userId, document, ctx.now);
        if (document.fileId) await cancelJob(tx, strayJob(document.fileId));
        if (replaced) await addJob(tx, 'delete-file', { fileId: replaced });
      } catch (error) {
        if (document.fileId) await ctx.deps.files.remove(document.fileId);
        throw error;
      }
      const { type, isRead, fields, confidence, uncertain } = document;
      return { type, isRead, fields, confidence, uncertain: [...uncertain] };
    },
  }),

  async readingDetail(ctx, _input, db) {
    const { crypto } = ctx.deps;
    const documents = await readDocuments(db, crypto, ctx.userId);
    const liveness = await readLiveness(db, ctx.userId);
    const identity = await readIdentity(db, crypto, ctx.userId);
    // What this session has sent itself it may see, so that a link's session can finish step one.
    const { createdAt } = ctx.session;
    requireCodeForSaved(ctx, identity !== null || documents.some(({ readAt }) => readAt < createdAt));
    const confirmed = identity
      ? { name: identity.name, birthDay: identity.birthDay, pan: identity.pan, aadhaarLast4: identity.aadhaarLast4 }
      : {};
    return {
      documents: documents.map(({ type }) => type),
      unread: documents.filter(({ isRead }) => !isRead).map(({ type }) => type),
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
