import type { BodyOf } from '@noren/contract/call';
import type { DocumentType, readDocument } from '@noren/contract/certification';
import { CODES } from '@noren/contract/codes';
import type { PicturePlace } from '@noren/contract/envelope';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { JOBS } from '../../job-list.ts';
import {
  type DocumentFields,
  type IdentityDocument,
  readDocuments,
  writeDocument,
} from '../../people/certification/document-store.ts';
import { readLivenessState } from '../../people/certification/liveness-store.ts';
import { reviewNewEvidence } from '../../people/certification/review-store.ts';
import { codeFaults } from '../../people/certification/source-refusals.ts';
import {
  endPendingCode,
  type IdentitySource,
  readSource,
  toDocumentFields,
} from '../../people/certification/source-store.ts';
import { readIdentity } from '../../people/certification/store.ts';
import { requireConsent } from '../../people/consents.ts';
import { endDocumentRequests, readFaceCheckedFrom } from '../../people/document-request-store.ts';
import { viewDocumentRequests } from '../../people/document-requests.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Tx } from '../../platform/db/db.ts';
import {
  type Refusal,
  refusePicture,
  runKycEngine,
  takePicture,
} from '../../platform/files/pictures.ts';
import { attachFile, storeFile } from '../../platform/files/stored-file.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { requireCodeFor, requireCodeForSaved } from '../../platform/http/step-up.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import type { SourceFields } from '../../platform/ports/identity-sources.ts';
import type { DocumentReading } from '../../platform/ports/kyc.ts';
import { say } from '../../platform/translations/translations.ts';
import {
  type CardCode,
  type CodeResult,
  readCardCode,
  type SentCard,
  saveCardCode,
} from './card-code.ts';
import { fieldsToCheck } from './fields-to-check.ts';
import { returnToReview } from './identity-review.ts';
import { findCodeStep, readLaterCode, saveLaterCode } from './later-code.ts';
import { findPanCardStep, mayResendPan, reviewPanCard } from './pan-card.ts';
import { findDocumentRequest, requireDocumentAccess, requireStep } from './step.ts';

export const showSource = (source: {
  fields: SourceFields;
  referenceLast4: string;
}): DocumentFields => toDocumentFields(source.fields, source.referenceLast4);

/** Only the last four digits of an Aadhaar number are returned. */
function maskedFields({ aadhaar, ...fields }: OcrFields): DocumentFields {
  return { ...fields, ...(aadhaar === undefined ? {} : { aadhaarLast4: aadhaar.slice(-4) }) };
}

/**
 * A card with this many missing fields is rejected only when a retake may help; a worn card is
 * accepted as it is.
 */
const MAX_MISSING_FIELDS = 3;

/**
 * The fields of a document with its storable picture (Aadhaar number masked), or why the picture
 * was rejected.
 */
type DocumentInspection =
  | { ok: true; fields: OcrFields; picture: Buffer }
  | { ok: false; reason: Refusal };

async function inspectDocument(
  ctx: UserCtx,
  type: DocumentType,
  read: DocumentReading,
): Promise<DocumentInspection> {
  const { reading, fault } = read;
  if (reading.outcome === 'wrong_document') return { ok: false, reason: 'wrong_document' };
  if (reading.outcome === 'unreadable') return { ok: false, reason: fault ?? 'unreadable' };

  const canRetake = fault !== null && fault !== 'unreadable';
  if (canRetake && reading.missing.length >= MAX_MISSING_FIELDS)
    return { ok: false, reason: fault };

  const fields = reading.fields;
  if (type === 'panFront') return { ok: true, fields, picture: read.upright };

  const masked = await runKycEngine(() => ctx.deps.kyc.maskAadhaar(read));
  return masked.ok
    ? { ok: true, fields, picture: masked.jpeg }
    : { ok: false, reason: canRetake ? fault : masked.reason };
}

type DocumentUpload = Pick<BodyOf<typeof readDocument>, 'type' | 'isLastTry'>;

/** A card as it was read, and what its code says. */
interface Reading {
  readonly document: IdentityDocument;
  readonly code: CodeResult;
}

async function readUpload(
  ctx: UserCtx,
  { type, isLastTry }: DocumentUpload,
  sent: SentCard,
): Promise<Reading> {
  const { deps } = ctx;
  const isRequested = isLastTry !== undefined;
  const jpeg = await takePicture(deps, sent.upload);
  const code = await readCardCode(ctx, type, sent);

  if (code.state === 'refused')
    await requireUnreadAllowed(ctx, {
      type,
      reason: codeFaults[code.reason],
      place: undefined,
      isRequested,
    });

  const read = await runKycEngine(() => deps.kyc.readDocument(jpeg, type));
  if (code.state === 'refused') return { document: await unreadDocument(ctx, type, read), code };

  const document = await readPicture(ctx, { type, isRequested }, read);
  return { document: addSignedGender(document, code), code };
}

/** Only the front prints the gender: a code on the back says it when there is no front. */
function addSignedGender(document: IdentityDocument, code: CodeResult): IdentityDocument {
  const gender = code.state === 'read' ? code.code.identity.fields.gender : '';
  if (gender === '' || document.fields.gender !== undefined) return document;

  return { ...document, fields: { ...document.fields, gender } };
}

async function readPicture(
  ctx: UserCtx,
  { type, isRequested }: { type: DocumentType; isRequested: boolean },
  read: DocumentReading,
): Promise<IdentityDocument> {
  const { deps } = ctx;
  const inspection = await inspectDocument(ctx, type, read);

  if (!inspection.ok) {
    const { reason } = inspection;
    const place = (reason === read.fault && read.faultPlace) || undefined;
    await requireUnreadAllowed(ctx, { type, reason, place, isRequested });
    return unreadDocument(ctx, type, read);
  }

  const { fields, picture } = inspection;

  return {
    type,
    fileId: await storeFile(ctx.deps, { userId: ctx.userId, kind: type }, picture),
    isRead: true,
    fields: maskedFields(fields),
    confidence: read.confidence,
    uncertain: read.uncertain,
    aadhaarHash: fields.aadhaar === undefined ? null : hashAadhaar(deps.crypto, fields.aadhaar),
  };
}

type UnreadPicture = { type: DocumentType; reason: Refusal; place: PicturePlace | undefined };

/**
 * Counts an unreadable picture. Returns only if the borrower asked to continue without reading the
 * card and has reached the number of unreadable pictures that allows it.
 * @throws CallError 400 with what is wrong with the picture
 */
async function requireUnreadAllowed(
  ctx: UserCtx,
  { type, reason, place, isRequested }: UnreadPicture & { isRequested: boolean },
): Promise<void> {
  // A different document is not a worn card: the borrower must send the right one.
  if (reason === 'wrong_document') throw refusePicture(reason);

  const { limits } = ctx.deps;
  const unreadLimit = [['card-unread-user-hour', `${ctx.userId}:${type}`]] as const;
  const isLimitReached = async () => !(await limits.peek(unreadLimit, ctx.now)).ok;
  if (isRequested && (await isLimitReached())) return;

  await limits.take(unreadLimit, ctx.now);
  throw refusePicture(reason, {
    ...(place && { place }),
    ...((await isLimitReached()) && { mayGoOn: true }),
  });
}

/**
 * A card saved unread, for manual review. Its picture is stored for the reviewer with codes and any
 * Aadhaar number masked; one that could not be masked is not stored, and the reviewer may ask for
 * another.
 */
async function unreadDocument(
  ctx: UserCtx,
  type: DocumentType,
  read: DocumentReading,
): Promise<IdentityDocument> {
  // What was sent as a PAN card may show an Aadhaar card.
  const masked = await runKycEngine(() => ctx.deps.kyc.maskAadhaar(read));
  const fileId = masked.ok
    ? await storeFile(ctx.deps, { userId: ctx.userId, kind: type }, masked.jpeg)
    : null;

  return {
    type,
    fileId,
    isRead: false,
    fields: {},
    confidence: 0,
    uncertain: [],
    aadhaarHash: null,
  };
}

/** A picture's code takes the place of the one that its side had, also if it has none. */
async function replaceCode(ctx: UserCtx, tx: Tx, { document, code }: Reading): Promise<void> {
  const { type } = document;
  if (type === 'panFront') return;

  if (code.state === 'read') await saveCardCode(ctx, tx, { document: type, code: code.code });
  else await endPendingCode(tx, ctx.userId, type);
}

/** The reviewer's request is answered, and the review goes back to the queue. */
async function answerRequest(ctx: UserCtx, tx: Tx, document: DocumentType): Promise<void> {
  await endDocumentRequests(tx, ctx.userId, { document }, { event: 'sent', now: ctx.now });
  if (document === 'panFront') await reviewPanCard(ctx, tx);
  else await returnToReview(ctx, tx, document);
}

/** The code of a certified person's card. */
async function commitLaterCode(ctx: UserCtx, tx: Tx, code: CardCode) {
  try {
    const status = await lockUser(tx, ctx.userId);
    if ((await findCodeStep(ctx, tx)) !== 'aadhaarBack') requireStep(status, 'one');
    await saveLaterCode(ctx, tx, { document: 'aadhaarBack', code });
  } catch (error) {
    if (code.photoFileId) await ctx.deps.files.remove(code.photoFileId);
    throw error;
  }

  return {
    type: 'aadhaarBack' as const,
    isRead: true,
    fields: showSource(code.identity),
    confidence: 100,
    uncertain: [],
    code: 'read' as const,
  };
}

/** Step one: identity documents. */
export const documentHandlers = {
  readDocument: twoPhase({
    async prepare(ctx, { body, file }) {
      const isLaterCode = (await findCodeStep(ctx, ctx.deps.db)) === body.type;
      if (isLaterCode || (await mayResendPan(ctx, ctx.deps.db, body.type)))
        requireCodeFor(ctx, 'change_saved');
      else await requireDocumentAccess(ctx, ctx.deps.db, body.type);

      await requireConsent(ctx, ctx.deps.db, 'identity_documents');
      await takeOrRefuse(ctx, [['document-read-user-hour', ctx.userId]]);
      const sent = { upload: file, digits: body.code };

      return isLaterCode ? readLaterCode(ctx, sent) : readUpload(ctx, body, sent);
    },
    async commit(ctx, _input, tx, reading: Reading | CardCode) {
      if (!('document' in reading)) return commitLaterCode(ctx, tx, reading);

      const { document, code } = reading;
      try {
        const status = await lockUser(tx, ctx.userId);
        const isAgain = await mayResendPan(ctx, tx, document.type);
        const request = isAgain ? null : await findDocumentRequest(ctx, tx, document.type, status);
        const replaced = await writeDocument(tx, ctx.deps.crypto, ctx.userId, document, ctx.now);

        if (document.fileId) await attachFile(tx, ctx.userId, document.fileId);
        if (replaced)
          await addJob(tx, JOBS['delete-file'], { fileId: replaced }, { userId: ctx.userId });
        await replaceCode(ctx, tx, reading);
        if (request) await answerRequest(ctx, tx, document.type);
        else if (isAgain) await reviewPanCard(ctx, tx);
        else await reviewNewEvidence(tx, ctx.userId, ctx.now);
      } catch (error) {
        if (document.fileId) await ctx.deps.files.remove(document.fileId);
        if (code.state === 'read' && code.code.photoFileId)
          await ctx.deps.files.remove(code.code.photoFileId);
        throw error;
      }

      const { type, isRead, fields, confidence, uncertain } = document;
      const signed = code.state === 'read' ? showSource(code.code.identity) : {};

      return {
        type,
        isRead,
        fields: { ...fields, ...signed },
        confidence,
        uncertain: uncertain.filter((field) => !(field in signed)),
        code: code.state === 'refused' ? 'absent' : code.state,
      };
    },
  }),

  async documentRequests(ctx, _input, db) {
    const requests = await viewDocumentRequests(db, ctx.userId, ctx.language);
    const step = await findCodeStep(ctx, db);
    const takesFile = step === 'aadhaarBack';
    const accepted = { takesFile, takesDigiLocker: takesFile && ctx.deps.digiLocker !== null };
    const panCard = step === null ? await findPanCardStep(ctx, db) : null;
    if (panCard) return { requests: [panCard], ...accepted };
    if (step === null) return { requests, ...accepted };

    const text = say(ctx.language, `resend.code_${step}`);
    const why = say(ctx.language, `resend.why_${step}`);
    const purpose = step === 'face' && { purpose: 'card_code' as const };
    return { requests: [{ document: step, text, why, ...purpose }], ...accepted };
  },

  async readingDetail(ctx, _input, db) {
    const { crypto } = ctx.deps;
    const documents = await readDocuments(db, crypto, ctx.userId);
    const since = await readFaceCheckedFrom(db, ctx.userId);
    const liveness = await readLivenessState(db, ctx.userId, { purposes: ['identity'], since });
    const identity = await readIdentity(db, crypto, ctx.userId);
    const source = await readSource(db, crypto, ctx.userId);
    const signed =
      source?.verdict === 'pending' && source.fields
        ? showSource({ ...source, fields: source.fields })
        : null;
    // A session may see what was sent in it, so that a link session can finish step one.
    const { createdAt } = ctx.session;

    requireCodeForSaved(
      ctx,
      identity !== null ||
        (source !== null && source.createdAt < createdAt) ||
        documents.some(({ readAt }) => readAt < createdAt),
    );

    const confirmed = identity
      ? {
          name: identity.name,
          birthDay: identity.birthDay,
          pan: identity.pan,
          aadhaarLast4: identity.aadhaarLast4,
        }
      : {};

    return {
      documents: documents.map(({ type }) => type),
      isSigned: source !== null,
      unread: documents.filter(({ isRead }) => !isRead).map(({ type }) => type),
      // The PAN card takes precedence for fields on both cards.
      fields: {
        ...Object.assign({}, ...documents.map(({ fields }) => fields).reverse()),
        ...signed,
        ...confirmed,
      },
      isAadhaarKnown: documents.some(({ aadhaarHash }) => aadhaarHash !== null),
      uncertain: identity
        ? []
        : fieldsToCheck(documents).filter((field) => !(field in (signed ?? {}))),
      liveness: liveness.state,
      file: ctx.deps.identitySources ? findFileState(source) : 'absent',
      hasDigiLocker: ctx.deps.digiLocker !== null,
      isSaved: identity !== null,
    };
  },
} satisfies Partial<Handlers>;

const findFileState = (source: IdentitySource | null): 'none' | 'read' =>
  source && source.kind !== 'secure_qr' && source.verdict === 'pending' ? 'read' : 'none';

/**
 * Of the oldest key that a row may have: a later one follows from it, and an earlier one does not.
 */
export function hashAadhaar(crypto: FieldCrypto, aadhaar: string): Buffer {
  return crypto.hashes('aadhaar', aadhaar).at(-1) as Buffer;
}

/**
 * The Aadhaar number read from the card, as a hash and its last four digits.
 * @throws CallError 400 when none was read
 */
export function readAadhaar(documents: readonly IdentityDocument[]): {
  hash: Buffer;
  last4: string;
} {
  for (const { aadhaarHash, fields } of documents)
    if (aadhaarHash && fields.aadhaarLast4)
      return { hash: aadhaarHash, last4: fields.aadhaarLast4 };

  throw new CallError(CODES.invalidInput, 'certification.aadhaar_needed', {
    data: { fields: [{ path: 'aadhaar', problem: 'empty' }] },
  });
}
