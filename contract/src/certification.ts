import { ADDRESS_FIELDS } from '@noren/core/people/address';
import { FACE_PURPOSES } from '@noren/core/people/face-purpose';
import { LIVENESS_REASONS, POSES } from '@noren/core/people/liveness';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { documentRequest } from './document-request.ts';
import { aadhaar, cardCode, day, dictCode, name, pan, phone, shareCode, uuid } from './fields.ts';
import { addressFields, personalFields, personalForm } from './personal-info.ts';

const bizStatus = z.object({ bizStatus: z.int() });
/** A step saved out of order is refused with a conflict. */
const step = { who: 'borrower', changes: true, codes: [CODES.conflict] } as const;

/** The questionnaire's answers, by question. */
const surveyAnswers = z.object({
  purpose: dictCode,
  incomeBand: dictCode,
  otherDebts: dictCode,
  heardFrom: dictCode,
});

/** Saves the questionnaire: status 10 becomes 20. */
export const saveSurvey = call({
  ...step,
  method: 'POST',
  path: '/api/user/survey/save',
  body: surveyAnswers,
  response: bizStatus,
  added: true,
});

/** The answers as saved, for the same questions on another phone; none before. */
export const viewSurvey = call({
  method: 'GET',
  path: '/api/user/survey',
  who: 'borrower',
  response: z.object({ answers: z.nullable(surveyAnswers) }),
  added: true,
});

export const DOCUMENT_TYPES = ['panFront', 'aadhaarFront', 'aadhaarBack'] as const;
export const documentType = z.enum(DOCUMENT_TYPES);
export type DocumentType = z.infer<typeof documentType>;

/**
 * Fields read from a document; one that could not be read is absent. The user always confirms them.
 */
export const readFields = z.object({
  name: z.optional(z.string()),
  fatherName: z.optional(z.string()),
  birthDay: z.optional(day),
  pan: z.optional(z.string()),
  aadhaarLast4: z.optional(z.string()),
  gender: z.optional(z.string()),
  address: z.optional(z.string()),
  pin: z.optional(z.string()),
});

/**
 * Reads one document. `code` has the digits of its signed code, if the phone found it; otherwise
 * the server looks for it on the picture. The answer is a pre-fill; 409 when the step is not open,
 * 400 with `data.reason` when the file cannot be used, and `data.place` where on the picture it is
 * too bright or blurred. From the second unreadable picture of a card within the hour,
 * `data.mayGoOn` says that `isLastTry` continues without it: a reviewer decides, and no picture of
 * an Aadhaar card is stored whose number cannot be covered.
 */
export const readDocument = call({
  ...step,
  method: 'POST',
  path: '/api/user/kyc/invoke/ocr',
  encoding: 'multipart',
  body: z.object({
    type: documentType,
    isLastTry: z.optional(z.literal('true')),
    code: z.optional(cardCode),
  }),
  response: z.object({
    type: documentType,
    /** False for a card that the user continued without. */
    isRead: z.boolean(),
    fields: readFields,
    /** 0–100, the reader's own. */
    confidence: z.number(),
    /** Fields the user should look at with care. */
    uncertain: z.array(z.string()),
    /**
     * Of the signed code on an Aadhaar card: `read` when the fields are from it, `not_found` when
     * none could be read from the picture, `absent` when none is looked for.
     */
    code: z.enum(['read', 'not_found', 'absent']),
  }),
});

/**
 * Reads an Aadhaar Paperless Offline e-KYC file: a ZIP as its holder downloads it, and the share
 * code that opens it. It fills the form as the code on a card does, and is compared in the same
 * way; no picture of the Aadhaar card is needed beside it. 409 where none is taken, 400 with
 * `data.reason` when it proves nothing, 429 after too many files.
 */
export const readIdentityFile = call({
  ...step,
  method: 'POST',
  path: '/api/user/kyc/offlineFile',
  encoding: 'multipart',
  body: z.object({ shareCode }),
  response: z.object({ fields: readFields }),
  added: true,
});

/** The documents read and checked so far, so that nothing is requested twice. */
export const readingDetail = call({
  method: 'GET',
  path: '/api/user/kyc/ocrDetail',
  who: 'borrower',
  response: z.object({
    documents: z.array(documentType),
    /** Whether a signed code or file was read: no other side of the Aadhaar card is needed. */
    isSigned: z.boolean(),
    /** Documents that could not be read and that the user continued without. */
    unread: z.array(documentType),
    fields: readFields,
    /** Whether a full Aadhaar number was read, so that it need not be typed. */
    isAadhaarKnown: z.boolean(),
    /**
     * Of the fields still to be confirmed, those to look at with care: `name`, `pan`, `birthDay`,
     * `aadhaar`.
     */
    uncertain: z.array(z.string()),
    liveness: z.enum(['none', 'passed', 'review']),
    /** An offline e-KYC file or DigiLocker's: `absent` where none can be verified. */
    file: z.enum(['absent', 'none', 'read']),
    /** Whether DigiLocker is offered beside the file. */
    hasDigiLocker: z.boolean(),
    isSaved: z.boolean(),
  }),
});

/**
 * What a reviewer asked to be sent again. A card by `readDocument`, the face by `startLiveness`,
 * both open for it at any status; a bank account by `saveAccount`.
 */
export const documentRequests = call({
  method: 'GET',
  path: '/api/user/kyc/documentRequests',
  who: 'borrower',
  response: z.object({
    requests: z.array(documentRequest),
    /** Whether an offline e-KYC file does instead of the card that is asked for its code. */
    takesFile: z.boolean(),
    /** Whether DigiLocker does too. */
    takesDigiLocker: z.boolean(),
  }),
  added: true,
});

/** Poses a face check may ask for. Source: specification §1. */
export const pose = z.enum(POSES);

/**
 * Starts a face check. With a camera the answer names five poses in a random order; for an uploaded
 * picture, none. It counts for its purpose alone. An earlier check still open is closed. 409 with
 * `data.reason`: `step` when none is due for the purpose, `liveness_in_review`, `liveness_passed`.
 */
export const startLiveness = call({
  ...step,
  method: 'POST',
  path: '/api/user/kyc/livingStart',
  body: z.object({
    mode: z.optional(z.enum(['camera', 'upload'])),
    /** Without it the server guesses; all but `identity` need the camera. */
    purpose: z.optional(z.enum(FACE_PURPOSES)),
    /**
     * Where the phone is, in degrees; stored coarse, only with the consent to it, and only for
     * `identity` and `card_code`.
     */
    place: z.optional(
      z.object({
        latitude: z.number().check(z.gte(-90), z.lte(90)),
        longitude: z.number().check(z.gte(-180), z.lte(180)),
      }),
    ),
  }),
  response: z.object({ transactionId: uuid, poses: z.array(pose), expiresInSeconds: z.int() }),
});

/**
 * Checks the frames: one `file` part for each pose asked for, in that order; an upload's one
 * picture goes to a reviewer. `retry` says why, at which pose and how often is left; the third
 * failure leads to a review. 409 with `data.reason`: `liveness_unknown`, `liveness_expired`,
 * `liveness_used`, `liveness_closed`; 400 `frame_count`.
 */
export const checkLiveness = call({
  ...step,
  method: 'POST',
  path: '/api/user/kyc/livingResultQuery',
  encoding: 'multipart',
  files: POSES.length,
  body: z.object({ transactionId: uuid }),
  response: z.object({
    outcome: z.enum(['passed', 'retry', 'review']),
    /** Null when passed and for an upload. */
    reason: z.nullable(z.enum(LIVENESS_REASONS)),
    /** The pose at which it failed. */
    pose: z.nullable(pose),
    triesLeft: z.int(),
  }),
});

/**
 * Saves the identity as the user confirmed it: status 20 becomes 30. `aadhaar: null` keeps the
 * number read from the card.
 */
export const saveIdentity = call({
  ...step,
  method: 'POST',
  path: '/api/user/kyc/saveKyc',
  body: z.object({ name, pan, birthDay: day, aadhaar: z.nullable(aadhaar) }),
  response: bizStatus,
});

/** Saves the personal information: status 30 becomes 40. */
export const savePersonalInfo = call({
  ...step,
  method: 'POST',
  path: '/api/user/userBaseInfo/updateBaseInfo',
  body: personalForm,
  response: bizStatus,
});

/** The saved personal information, or the part known so far. */
export const viewPersonalInfo = call({
  method: 'GET',
  path: '/api/user/userBaseInfo/infoView',
  who: 'borrower',
  /**
   * While nothing is saved yet, `birthday`, `gender`, `monthlyIncome` and the address, as far as
   * earlier steps collected them.
   */
  response: z.object({
    isSaved: z.boolean(),
    info: z.partial(z.extend(personalFields, addressFields.shape)),
    /** The fields of the address that are as a signed source says. */
    fromSource: z.array(z.enum(ADDRESS_FIELDS)),
  }),
});

export const contact = z.object({ relationship: dictCode, name, phone });

/**
 * Saves two emergency contacts, different from each other and from the borrower: status 40 becomes
 * 50. A certified user saves them again after withdrawing and renewing the consent to them; until
 * then `user/status` says 40. Source: specification §3.
 */
export const saveContacts = call({
  ...step,
  method: 'POST',
  path: '/api/user/contacts/saveUserContacts',
  body: z.object({ contacts: z.array(contact).check(z.length(2, 'two')) }),
  response: bizStatus,
});

/** The saved emergency contacts, their phone numbers masked. */
export const viewContacts = call({
  method: 'GET',
  path: '/api/user/contacts',
  who: 'borrower',
  response: z.object({
    contacts: z.array(
      z.object({ relationship: z.string(), name: z.string(), maskedPhone: z.string() }),
    ),
  }),
});
