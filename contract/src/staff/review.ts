import { CORRECTION_REFUSALS } from '@noren/core/people/correction';
import {
  REQUEST_REASONS,
  REQUESTED_DOCUMENTS,
  REVIEW_KINDS,
} from '@noren/core/people/document-request';
import { IDENTITY_FIELDS, VALUE_READINGS, VALUE_SOURCES } from '@noren/core/people/identity-choice';
import { OTHER_PERSON_REASONS, SAME_PERSON } from '@noren/core/people/sanctions-decision';
import { NAME_QUALITIES, SANCTIONS_LISTS } from '@noren/core/people/sanctions-entry';
import { PART_MATCHES } from '@noren/core/people/sanctions-match';
import { SOURCE_DIFFERENCES } from '@noren/core/people/source-match';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { DOCUMENT_TYPES } from '../certification.ts';
import { day, instant, nothing, uuid } from '../fields.ts';
import { CURSOR_PARTS, listPage } from './cursor.ts';
import { knownIdentity, sourceKind } from './identity.ts';

const reviewKind = z.enum(REVIEW_KINDS);
const documentType = z.enum(DOCUMENT_TYPES);
const requested = z.enum(REQUESTED_DOCUMENTS);
const requestReason = z.enum(REQUEST_REASONS);

/** Reasons of a refusal, as the borrower reads them. */
const REFUSAL_REASONS = [
  'documents_differ',
  'not_readable',
  'face_differs',
  'name_differs',
  'means_too_low',
  SAME_PERSON,
  ...CORRECTION_REFUSALS,
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

const claim = z.nullable(
  z.object({ staffId: uuid, name: z.string(), until: instant, isMine: z.boolean() }),
);

/** A text in the borrower's language, and in English. */
const words = z.object({ text: z.string(), english: z.string() });
const match = z.enum(['match', 'partial', 'mismatch']);

/** The address of a case. */
const address = z.object({ userId: uuid, kind: reviewKind });
export type ReviewAddress = z.infer<typeof address>;

const row = z.object({
  userId: uuid,
  kind: reviewKind,
  maskedName: z.nullable(z.string()),
  maskedPhone: z.string(),
  since: instant,
  due: instant,
  /** Reason codes; for a correction, its field. */
  reasons: z.array(z.string()),
  /** The document that the borrower is to send again. */
  asked: z.nullable(requested),
  claim,
});

export type ReviewRow = z.infer<typeof row>;

const PLACE = new RegExp(
  `^${CURSOR_PARTS.instant}:${CURSOR_PARTS.uuid}:[a-z_]{1,20}:(?:${CURSOR_PARTS.uuid})?$`,
);

/**
 * Reviews of the kinds that the reader's roles open, oldest first: those that wait for us, or for
 * the borrower.
 */
export const reviewList = call({
  method: 'GET',
  path: '/staff/review',
  who: { permission: 'work.read' },
  query: z.object({
    list: z._default(z.enum(['waiting', 'with_borrower']), 'waiting'),
    kind: z.optional(reviewKind),
    after: z.optional(z.string().check(z.regex(PLACE, 'format'))),
  }),
  response: listPage(row),
});

const document = z.object({
  type: documentType,
  isRead: z.boolean(),
  hasPicture: z.boolean(),
  /** 0–100, of the whole card. */
  confidence: z.int(),
  readAt: instant,
});

export type ReviewDocument = z.infer<typeof document>;

const valueSource = z.enum(VALUE_SOURCES);

/**
 * Confirmed values, and those read from each card or signed by its issuer. Only the last four
 * digits of an Aadhaar number.
 */
const field = z.object({
  field: z.enum(IDENTITY_FIELDS),
  confirmed: z.string(),
  reads: z.array(
    z.object({
      document: z.enum(VALUE_READINGS),
      value: z.nullable(z.string()),
      isUncertain: z.boolean(),
      agrees: z.boolean(),
    }),
  ),
  /** The values that an approval may choose from; empty if typed and read values agree. */
  sources: z.array(valueSource),
});

export type ReviewField = z.infer<typeof field>;

const face = z.object({
  outcome: z.enum(['passed', 'retry', 'review']),
  mode: z.enum(['camera', 'upload']),
  poses: z.array(z.string()),
  /** Why it did not pass, and at which pose. */
  reason: z.nullable(z.string()),
  pose: z.nullable(z.string()),
  /** In percent: a living face, its likeness over the frames, its similarity to the card. */
  score: z.nullable(z.int()),
  likeness: z.nullable(z.int()),
  similarity: z.nullable(z.int()),
  hints: z.array(z.string()),
  hasPicture: z.boolean(),
  decidedAt: z.nullable(instant),
});

const signed = z.object({
  kind: sourceKind,
  issuedAt: instant,
  /** The last four digits of the Aadhaar number. */
  last4: z.string(),
  name: z.string(),
  /** A day, or a year alone. */
  birth: z.string(),
  gender: z.string(),
  address: z.string(),
  differences: z.array(z.enum(SOURCE_DIFFERENCES)),
  /** Whether there is a photo that was not found like the face; `reviewPicture` shows it. */
  hasPhoto: z.boolean(),
  /** The other account that the card confirmed; null when there is none. */
  otherAccount: z.nullable(uuid),
});

/** An entry of a sanctions list beside the person whose name and year of birth are like its. */
const hit = z.object({
  list: z.enum(SANCTIONS_LISTS),
  listDay: day,
  entryId: z.string(),
  /** 0–100: how much of both names agrees. */
  score: z.int(),
  name: z.string(),
  birthDay: day,
  parts: z.array(
    z.object({
      own: z.nullable(z.string()),
      listed: z.nullable(z.string()),
      match: z.enum(PART_MATCHES),
    }),
  ),
  listedNames: z.array(z.object({ text: z.string(), quality: z.enum(NAME_QUALITIES) })),
  listedBirths: z.array(
    z.object({ from: z.int(), to: z.int(), isAbout: z.boolean(), day: z.nullable(day) }),
  ),
});

export type ReviewHit = z.infer<typeof hit>;

const reviewCaseAnswer = z.object({
  userId: uuid,
  kind: reviewKind,
  maskedName: z.nullable(z.string()),
  maskedPhone: z.string(),
  language: z.string(),
  /** Version of the case, which a decision must name. */
  subject: z.string(),
  since: instant,
  due: instant,
  /**
   * Its place among the cases that wait and that nobody else has claimed; null while it waits for
   * the borrower.
   */
  place: z.nullable(
    z.object({
      number: z.int(),
      count: z.int(),
      previous: z.nullable(address),
      next: z.nullable(address),
    }),
  ),
  reasons: z.array(z.string()),
  claim,
  asked: z.nullable(
    z.object({ document: requested, reason: requestReason, requestedAt: instant, words }),
  ),
  documents: z.array(document),
  fields: z.array(field),
  face: z.nullable(face),
  /** Of an identity: the level that an approval gives, and by what. */
  identity: z.nullable(knownIdentity),
  /** What the issuer signed, from the code on the card; null where none was read. */
  signed: z.nullable(signed),
  /** The confirmed name first, then the others with their match. */
  names: z.array(
    z.object({
      of: z.enum(['confirmed', 'panFront', 'aadhaarFront', 'aadhaarBack', 'typed', 'bank']),
      text: z.string(),
      match: z.nullable(match),
    }),
  ),
  account: z.nullable(
    z.object({ bankCode: z.string(), ifsc: z.string(), last4: z.string(), validation: z.string() }),
  ),
  score: z.nullable(
    z.object({
      cardVersion: z.string(),
      total: z.int(),
      reasons: z.array(z.object({ id: z.string(), english: z.string() })),
      points: z.array(z.object({ id: z.string(), points: z.int() })),
      inputs: z.record(z.string(), z.unknown()),
    }),
  ),
  corrections: z.array(
    z.object({
      changeId: uuid,
      field: z.string(),
      before: z.nullable(z.string()),
      after: z.string(),
      requestedAt: instant,
    }),
  ),
  hit: z.nullable(hit),
  earlier: z.array(
    z.object({
      kind: z.string(),
      decision: z.string(),
      reason: z.string(),
      by: z.string(),
      at: instant,
    }),
  ),
  /** Possible decisions with the texts for the borrower. */
  refusals: z.array(z.extend(words, { reason: z.enum(REFUSAL_REASONS) })),
  requests: z.array(
    z.extend(words, {
      document: requested,
      reasons: z.array(z.extend(words, { reason: requestReason })),
    }),
  ),
});

export type ReviewCase = z.infer<typeof reviewCaseAnswer>;

/** One case with its evidence; each read is recorded. */
export const reviewCase = call({
  method: 'GET',
  path: '/staff/review/{userId}/{kind}',
  who: { permission: 'work.read' },
  params: z.object({ userId: uuid, kind: reviewKind }),
  response: reviewCaseAnswer,
  shows: ['name', 'pan', 'aadhaar', 'birthday', 'address'],
});

/**
 * A picture of a case in review, as a JPEG with the reader's name and the time drawn over it; each
 * view is recorded.
 */
export const reviewPicture = call({
  method: 'GET',
  path: '/staff/review/{userId}/pictures/{picture}',
  who: { permission: 'review.identity' },
  params: z.object({ userId: uuid, picture: z.enum([...DOCUMENT_TYPES, 'signedPhoto', 'face']) }),
  response: nothing,
  answerTypes: ['image/jpeg'],
  shows: ['name', 'pan', 'aadhaar', 'birthday', 'address', 'face'],
});

const caseOf = { userId: uuid, kind: reviewKind };
const standsFrom = z.optional(valueSource);

const chosenSources = z.object({
  name: standsFrom,
  pan: standsFrom,
  birthDay: standsFrom,
  aadhaar: standsFrom,
});

/** The case to open next, claimed for the reviewer; null where none waits. */
const decided = z.object({ next: z.nullable(address) });

/** Approves or refuses the version that was seen; a correction by its `changeId`. */
export const decideReview = call({
  method: 'POST',
  path: '/staff/review/decide',
  who: { permission: 'work.read' },
  body: z.discriminatedUnion('decision', [
    z.object({
      ...caseOf,
      decision: z.literal('approve'),
      subject: z.string().check(z.maxLength(80)),
      /** For an identity: the chosen value of each field with `sources`. */
      stands: z.optional(chosenSources),
      /** For a hit on a sanctions list: why it is another person. */
      because: z.optional(z.enum(OTHER_PERSON_REASONS)),
    }),
    z.object({
      ...caseOf,
      decision: z.literal('refuse'),
      subject: z.string().check(z.maxLength(80)),
      /** One of this kind of case's `refusals`; the borrower reads it. */
      reason: z.enum(REFUSAL_REASONS),
    }),
  ]),
  response: decided,
  changes: true,
});

/** Asks the borrower to send one document again; the case waits for it. */
export const askDocument = call({
  method: 'POST',
  path: '/staff/review/ask',
  who: { permission: 'work.read' },
  body: z.object({
    ...caseOf,
    subject: z.string().check(z.maxLength(80)),
    document: requested,
    reason: requestReason,
  }),
  response: decided,
  changes: true,
});
