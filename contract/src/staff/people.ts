import {
  CLASS_BASES,
  REMINDERS,
  RISK_CLASSES,
  UNPOSTED_REASONS,
} from '@noren/core/lending/renewal';
import { MANDATE_STATES } from '@noren/core/money/mandate-states';
import { ADDRESS_FIELDS } from '@noren/core/people/address';
import { EMAIL_ENDS } from '@noren/core/people/email';
import { PHONE_CHANGE_WAYS, PHONE_PROOFS } from '@noren/core/people/phone-change';
import { EVENT_SOURCES } from '@noren/core/staff/event-sources';
import { SEARCH_KINDS } from '@noren/core/staff/search-key';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { DOCUMENT_KINDS, documentId } from '../documents.ts';
import { creditFigures, day, instant, nothing, paise, renewalView, uuid } from '../fields.ts';
import { borrowerNote } from './borrower-note.ts';
import { listPage } from './cursor.ts';
import { reason } from './fields.ts';
import { knownIdentity } from './identity.ts';

const searchKind = z.enum(SEARCH_KINDS);

const found = z.object({
  userId: uuid,
  maskedPhone: z.string(),
  /** Masked for lists: `A**** V****`. Null before the identity is saved. */
  maskedName: z.nullable(z.string()),
  bizStatus: z.int(),
  /** The key that matched. */
  foundBy: searchKind,
  /** The order that was named, or that the named payment belongs to. */
  repayId: z.nullable(z.string()),
  ticketNo: z.nullable(z.string()),
});

export type FoundBorrower = z.infer<typeof found>;

/**
 * Finds people by a whole key: phone, PAN, name, order, proposal, payment code, transfer number or
 * ticket. POST, so that no log of addresses holds what was searched for; the audit holds the kind
 * alone.
 */
export const findBorrowers = call({
  method: 'POST',
  path: '/staff/borrowers/find',
  who: { permission: 'person.find' },
  body: z.object({
    text: z.string().check(z.trim(), z.minLength(2, 'short'), z.maxLength(100, 'long')),
  }),
  response: z.object({ kinds: z.array(searchKind), rows: z.array(found) }),
});

/** Fields of personal data that are masked until revealed with a reason. */
const REVEALABLE = [
  'phone',
  'name',
  'birthday',
  'pan',
  'email',
  'employer',
  'address',
  'account',
  'nominee',
] as const;

const revealable = z.enum(REVEALABLE);
export type Revealable = (typeof REVEALABLE)[number];

const params = z.object({ userId: uuid });

const step = z.object({
  step: z.enum(['questions', 'identity', 'personal', 'contacts', 'account', 'limit']),
  state: z.enum(['done', 'now', 'later', 'waiting', 'refused']),
});

const decision = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(['credit', 'identity', 'bank_name', 'score', 'application']),
  outcome: z.string(),
  /** As the borrower reads them, in English. */
  reasons: z.array(z.string()),
  repayId: z.nullable(z.string()),
  /** The scorecard's version and score, if computed. */
  scorecard: z.nullable(z.string()),
  score: z.nullable(z.number()),
});

const order = z.object({
  repayId: z.string(),
  status: z.int(),
  productCode: z.string(),
  principalPaise: paise,
  appliedAt: instant,
  dueDay: z.nullable(day),
  closedAt: z.nullable(instant),
  /** Its newest mandate of AutoPay, and whether the borrower paused it in the app. */
  autopay: z.nullable(z.object({ state: z.enum(MANDATE_STATES), isPaused: z.boolean() })),
});

const session = z.object({
  sessionId: uuid,
  operatingSystem: z.nullable(z.string()),
  assurance: z.enum(['link', 'otp']),
  createdAt: instant,
  lastUsedAt: instant,
  endedAt: z.nullable(instant),
});

/** A passkey's name and last use; its key stays on the server. */
const passkey = z.object({
  passkeyId: uuid,
  /** As the borrower named it. */
  name: z.string(),
  addedAt: instant,
  lastUsedAt: z.nullable(instant),
});

const PERSON_DOCUMENT_KINDS = [
  'panFront',
  'aadhaarFront',
  'aadhaarBack',
  ...DOCUMENT_KINDS,
] as const;

const personDocument = z.object({
  kind: z.enum(PERSON_DOCUMENT_KINDS),
  /** Null for a picture of a card. */
  documentId: z.nullable(z.string()),
  at: instant,
  repayId: z.nullable(z.string()),
  confidence: z.nullable(z.int()),
});

const ticket = z.object({
  ticketNo: z.string(),
  type: z.enum(['problem', 'complaint', 'suggestion', 'other']),
  state: z.enum(['received', 'answered', 'closed']),
  submittedAt: instant,
  repayId: z.nullable(z.string()),
});

const note = z.object({
  noteId: uuid,
  staffName: z.string(),
  text: z.string(),
  writtenAt: instant,
});

/** A reminder of an update of the details, and what became of its letter. */
const renewalReminder = z.object({
  reminder: z.enum(REMINDERS),
  channel: z.enum(['app', 'letter']),
  dueDay: day,
  givenDay: day,
  postedDay: z.nullable(day),
  unpostedBecause: z.nullable(z.enum(UNPOSTED_REASONS)),
  /** Who posted the letter, or said why not. */
  handledBy: z.nullable(z.string()),
});

/** Everything known about a person, with personal data masked. */
export const borrower = call({
  method: 'GET',
  path: '/staff/borrowers/{userId}',
  who: { permission: 'person.read' },
  params,
  response: z.object({
    userId: uuid,
    name: z.nullable(z.string()),
    maskedPhone: z.string(),
    language: z.string(),
    bizStatus: z.int(),
    createdAt: instant,
    isErased: z.boolean(),
    fullKycAt: z.nullable(instant),
    /** Only the known fields. */
    known: z.array(z.object({ field: revealable, masked: z.string() })),
    /** Whether e-mails go to the address of the details; null where it was never asked about. */
    email: z.nullable(
      z.object({
        masked: z.string(),
        state: z.enum(['waiting', 'confirmed', 'ended']),
        since: instant,
        endedBecause: z.nullable(z.enum(EMAIL_ENDS)),
      }),
    ),
    /** The parts of the home address that are as a signed source says; null without an address. */
    addressFromSource: z.nullable(z.array(z.enum(ADDRESS_FIELDS))),
    identityState: z.nullable(z.enum(['verified', 'review', 'refused'])),
    steps: z.array(step),
    credit: z.extend(creditFigures, {
      /** Left under the yearly ceiling. */
      ceilingLeftPaise: paise,
      isLocked: z.boolean(),
      /** The identity level, by what, and the most principal that it allows at once. */
      identity: z.extend(knownIdentity, { mostPaise: paise }),
    }),
    /** The next update of the details; null of somebody who is not certified. */
    renewal: z.nullable(
      z.extend(renewalView, {
        riskClass: z.enum(RISK_CLASSES),
        basis: z.enum(CLASS_BASES),
        /** The reminders of this date and of those before, newest first. */
        reminders: z.array(renewalReminder),
      }),
    ),
    /** When new lending to this person was frozen; null if it is not. */
    frozenAt: z.nullable(instant),
    /** A nominee's claim after the person's death, while it runs. */
    claim: z.nullable(z.object({ claimedAt: instant, evidence: z.string() })),
    /** The time of a requested erasure; null without one. */
    erasureDueAt: z.nullable(instant),
    /** Another phone number that waits to sign in. */
    phoneChange: z.nullable(
      z.object({
        way: z.enum(PHONE_CHANGE_WAYS),
        proof: z.nullable(z.enum(PHONE_PROOFS)),
        maskedPhone: z.string(),
        requestedAt: z.nullable(instant),
        dueAt: instant,
      }),
    ),
    /** Open requests about this person. */
    openRequests: z.array(z.object({ requestId: uuid, kind: z.string(), makerName: z.string() })),
    decisions: z.array(decision),
    orders: z.array(order),
    sessions: z.array(session),
    /** Oldest first. */
    passkeys: z.array(passkey),
    documents: z.array(personDocument),
    tickets: z.array(ticket),
    notes: z.array(note),
  }),
});

const event = z.object({
  id: z.string(),
  at: instant,
  source: z.enum(EVENT_SOURCES),
  /** Id of the event, such as `sign_in`; the console has its words. */
  action: z.string(),
  repayId: z.nullable(z.string()),
  amountPaise: z.nullable(z.int()),
  staffName: z.nullable(z.string()),
  /** Such as the reason of a staff act, the status an order came to, the purpose of a consent. */
  about: z.nullable(z.string()),
});

export type BorrowerEvent = z.infer<typeof event>;

/** The person's timeline, newest first. */
export const borrowerTimeline = call({
  method: 'GET',
  path: '/staff/borrowers/{userId}/timeline',
  who: { permission: 'person.read' },
  params,
  query: z.object({
    after: z.optional(z.string().check(z.maxLength(120))),
    source: z.optional(event.shape.source),
  }),
  response: listPage(event),
});

/** Reveals one field. The audit records the field and the reason. */
export const revealBorrower = call({
  method: 'POST',
  path: '/staff/borrowers/{userId}/reveal',
  who: { permission: 'person.reveal' },
  needsPasskey: true,
  params,
  body: z.object({ field: revealable, reason }),
  response: z.object({ value: z.string() }),
  shows: REVEALABLE,
});

/** Ends one session or all of them. */
export const endBorrowerSessions = call({
  method: 'POST',
  path: '/staff/borrowers/{userId}/end-sessions',
  who: { permission: 'person.end_sessions' },
  params,
  body: z.object({ sessionId: z.optional(uuid), reason }),
  response: z.object({ ended: z.int() }),
  changes: true,
});

/** Stops another phone number that waits; both numbers get a message. */
export const stopBorrowerPhoneChange = call({
  method: 'POST',
  path: '/staff/borrowers/{userId}/stop-phone-change',
  who: { permission: 'person.end_sessions' },
  params,
  body: z.object({ reason }),
  response: nothing,
  changes: true,
});

/** Removes a passkey of a phone that was lost; the borrower gets a message. */
export const removeBorrowerPasskey = call({
  method: 'POST',
  path: '/staff/borrowers/{userId}/remove-passkey',
  who: { permission: 'person.remove_passkey' },
  needsPasskey: true,
  params,
  body: z.object({ passkeyId: uuid, reason }),
  response: nothing,
  changes: true,
});

/** A note for colleagues; it can be neither changed nor deleted. */
export const noteBorrower = call({
  method: 'POST',
  path: '/staff/borrowers/{userId}/note',
  who: { permission: 'person.note' },
  params,
  body: borrowerNote,
  response: nothing,
  changes: true,
});

/**
 * A borrower's document as PDF, as the borrower gets it: it names the person in full. Each view is
 * recorded.
 */
export const borrowerDocument = call({
  method: 'GET',
  path: '/staff/borrowers/{userId}/documents/{documentId}',
  who: { permission: 'person.reveal' },
  needsPasskey: true,
  params: z.object({ userId: uuid, documentId }),
  response: nothing,
  answerTypes: ['application/pdf'],
  shows: ['name'],
});
