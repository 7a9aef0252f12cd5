import { ERASURE_BLOCKS, ERASURE_REFUSALS } from '@noren/core/lending/erasure';
import { PURPOSES } from '@noren/core/people/consent';
import { CORRECTED_FIELDS, CORRECTION_REFUSALS } from '@noren/core/people/correction';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import {
  day,
  dictCode,
  instant,
  language,
  name,
  nothing,
  phone,
  renewalView,
  uuid,
} from './fields.ts';
import { addressFields } from './personal-info.ts';

const conflict = [CODES.conflict] as const;

/** One decision about a text, as it was recorded. */
const consentRecord = z.object({
  decision: z.enum(['given', 'refused']),
  textVersion: z.string(),
  /** Whether it is about the current text, which can still be read. */
  isCurrentText: z.boolean(),
  language: z.string(),
  /** Ids of the data the consent covers. */
  items: z.array(z.string()),
  at: instant,
  withdrawnAt: z.nullable(instant),
  /** Whether it was made on the calling device; null when that was not recorded. */
  isThisDevice: z.nullable(z.boolean()),
});

export type ConsentRecord = z.infer<typeof consentRecord>;

/** All decisions on each purpose, newest first, and whether the consent may be withdrawn now. */
export const consentHistory = call({
  method: 'GET',
  path: '/api/user/user/consents/history',
  who: 'borrower',
  response: z.object({
    purposes: z.array(
      z.object({
        purpose: z.enum(PURPOSES),
        state: z.enum(['none', 'given', 'refused', 'withdrawn', 'outdated']),
        textVersion: z.string(),
        isRequired: z.boolean(),
        /** False while a running loan needs the consent. */
        mayWithdraw: z.boolean(),
        records: z.array(consentRecord),
      }),
    ),
  }),
  added: true,
});

const field = z.enum(CORRECTED_FIELDS);

/** The stored value of one field, how it is corrected, and its correction in review. */
const heldField = z.object({
  field,
  value: z.string(),
  manner: z.enum(['at_once', 'code', 'review']),
  /** Whether it is as a signed source says. */
  isFromSource: z.boolean(),
  /** A correction in manual review. */
  waiting: z.nullable(z.object({ value: z.string(), requestedAt: instant })),
});

const change = z.object({
  field,
  before: z.nullable(z.string()),
  after: z.string(),
  state: z.enum(['done', 'waiting', 'refused']),
  requestedAt: instant,
  decidedAt: z.nullable(instant),
  /** Why staff refused it, in words; else null. */
  refusal: z.nullable(z.object({ id: z.enum(CORRECTION_REFUSALS), text: z.string() })),
});

export type StoredField = z.infer<typeof heldField>;
export type DataChange = z.infer<typeof change>;

/** The personal data that may be corrected, and past corrections, newest first. */
export const personalData = call({
  method: 'GET',
  path: '/api/user/user/data',
  who: 'borrower',
  response: z.object({
    fields: z.array(heldField),
    changes: z.array(change),
    /**
     * Of somebody who gave no address yet, because it was not asked for then: what a source said of
     * it. Null once it is saved, and before step two.
     */
    suggestedAddress: z.nullable(z.partial(addressFields)),
    /** When they are to be confirmed next; null before certification has ended. */
    renewal: z.nullable(renewalView),
  }),
  added: true,
});

/**
 * Corrects one field: at once, after a code (316), or after a manual review. 400 `fields` names
 * what is wrong with the value; 409 `data.reason`: `not_held`, `waiting`.
 */
export const correctData = call({
  method: 'POST',
  path: '/api/user/user/data/correct',
  who: 'borrower',
  body: z.object({ field, value: z.string().check(z.maxLength(200, 'long')) }),
  response: z.object({ state: z.enum(['done', 'waiting', 'same']) }),
  codes: conflict,
  changes: true,
  added: true,
});

/**
 * Saves the whole address of somebody who gave none, after a code (316). 409 `data.reason`: `step`
 * before step two, `address_held` when there is one: its fields are corrected.
 */
export const saveAddress = call({
  method: 'POST',
  path: '/api/user/user/data/address',
  who: 'borrower',
  body: addressFields,
  response: nothing,
  codes: conflict,
  changes: true,
  added: true,
});

/**
 * Declares, after a code (316), that the details are right as `personalData` shows them; the time
 * to the next update begins again. 409 `data.reason`: `renewal_closed` while nothing is asked,
 * `address_missing`, `phone_change`.
 */
export const confirmDetails = call({
  method: 'POST',
  path: '/api/user/user/data/confirm',
  who: 'borrower',
  body: nothing,
  response: z.nullable(renewalView),
  codes: conflict,
  changes: true,
  added: true,
});

const nominee = z.object({
  relationship: z.string(),
  name: z.string(),
  maskedPhone: z.string(),
  savedAt: instant,
});

/** The person who may act on the user's data after death or incapacity. Source: DPDP Act, s. 14. */
export const viewNominee = call({
  method: 'GET',
  path: '/api/user/user/nominee',
  who: 'borrower',
  response: z.object({ nominee: z.nullable(nominee) }),
  added: true,
});

/**
 * Saves a nominee, replacing the one before. 409 `data.reason`: `phone_change` while another phone
 * number waits to sign in.
 */
export const saveNominee = call({
  method: 'POST',
  path: '/api/user/user/nominee',
  who: 'borrower',
  body: z.object({ relationship: dictCode, name, phone }),
  response: z.object({ nominee }),
  codes: conflict,
  changes: true,
  added: true,
});

/** Removes the nominee. 409 as {@link saveNominee}. */
export const removeNominee = call({
  method: 'POST',
  path: '/api/user/user/nominee/remove',
  who: 'borrower',
  body: nothing,
  response: nothing,
  codes: conflict,
  changes: true,
  added: true,
});

const dataExport = z.object({
  exportId: uuid,
  state: z.enum(['making', 'ready', 'gone']),
  language,
  requestedAt: instant,
  expiresAt: instant,
  /**
   * Asked for on a phone that is new to the user: until when it waits. Null when it may be saved.
   */
  heldUntil: z.nullable(instant),
});

export type DataExport = z.infer<typeof dataExport>;

/**
 * The user's data exports, newest first: on a phone that is new to the user those alone that were
 * asked for on it. `canProve`: a passkey of the user is old enough to end the wait.
 */
export const exportList = call({
  method: 'GET',
  path: '/api/user/user/exports',
  who: 'borrower',
  response: z.object({ exports: z.array(dataExport), canProve: z.boolean() }),
  added: true,
});

/**
 * Requests a copy of all stored data, or returns the one in progress; 409 `phone_change` while a
 * new phone number waits.
 */
export const requestExport = call({
  method: 'POST',
  path: '/api/user/user/exports',
  who: 'borrower',
  body: nothing,
  response: dataExport,
  codes: conflict,
  changes: true,
  added: true,
});

export const EXPORT_FORMATS = ['pdf', 'json'] as const;

/**
 * A finished copy, after a code (316). 404 when it does not exist, is not ready or has expired; 409
 * `copy_held` when it waits because the phone is new to the user.
 */
export const fetchExport = call({
  method: 'GET',
  path: '/api/user/user/exports/{exportId}/{format}',
  who: 'borrower',
  params: z.object({ exportId: uuid, format: z.enum(EXPORT_FORMATS) }),
  response: z.object({ fileName: z.string(), mediaType: z.string(), contentBase64: z.string() }),
  codes: [CODES.notFound, CODES.conflict],
  added: true,
});

const erasure = z.object({
  /** `stopped`: a loan was applied for meanwhile. `refused`: by the lender's staff. */
  state: z.enum(['none', 'waiting', 'cancelled', 'stopped', 'refused']),
  /** Why staff refused the last one; else null. */
  refusedBecause: z.nullable(z.enum(ERASURE_REFUSALS)),
  requestedAt: z.nullable(instant),
  dueAt: z.nullable(instant),
  /** The reasons why it is not possible now. */
  blocks: z.array(z.enum(ERASURE_BLOCKS)),
  /**
   * Until when the law requires the lender to retain a borrower's identity; null for a user without
   * a loan.
   */
  keepUntil: z.nullable(day),
  waitDays: z.int(),
});

export type ErasureState = z.infer<typeof erasure>;

/** The state of an erasure, and what would be retained. */
export const viewErasure = call({
  method: 'GET',
  path: '/api/user/user/erasure',
  who: 'borrower',
  response: erasure,
  added: true,
});

/**
 * Requests the erasure of all data, after a code (316). 409 `data.reason` says why it is not
 * possible.
 */
export const requestErasure = call({
  method: 'POST',
  path: '/api/user/user/erasure',
  who: 'borrower',
  body: nothing,
  response: erasure,
  codes: conflict,
  changes: true,
  added: true,
});

/** Cancels a waiting erasure; does nothing where there is none. */
export const stopErasure = call({
  method: 'POST',
  path: '/api/user/user/erasure/stop',
  who: 'borrower',
  body: nothing,
  response: erasure,
  changes: true,
  added: true,
});
