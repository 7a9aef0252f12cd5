import { FLUSH_AT, MAX_BATCH_RECORDS, TRACKED_FIELDS } from '@noren/core/people/tracking-rules';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { instant, nothing } from './fields.ts';

const field = z.enum(TRACKED_FIELDS);
const DAY_MS = 86_400_000;

/**
 * One visit of a field. `content` is what core's `toRecordedContent` made of it. Source:
 * specification §3 "Tracking record".
 */
const record = z.object({
  idName: field,
  /** UTC milliseconds, by the phone's clock as the server last corrected it. */
  beginTime: instant.check(z.gte(0), z.lte(4_102_444_800_000)),
  /** Milliseconds. */
  duration: z.int().check(z.gte(0), z.lte(DAY_MS)),
  content: z.string().check(z.maxLength(200, 'long')),
});

export type TrackingRecord = z.infer<typeof record>;

/**
 * Why a batch is sent: it was full, the page was hidden, or it was left over from before a reload.
 */
const uploadType = z.enum(['full', 'hidden', 'reload']);
export type UploadType = z.infer<typeof uploadType>;

/**
 * Which fields may be tracked and whether the device may be marked; nothing before the visitor
 * consented.
 */
export const trackingConfig = call({
  method: 'GET',
  path: '/api/metric/config/info',
  who: 'anyone',
  response: z.object({
    fields: z.array(field),
    flushAt: z.literal(FLUSH_AT),
    marksDevice: z.boolean(),
  }),
});

/**
 * Stores a batch; `isKept` is false, and nothing is stored, when the consent was withdrawn
 * meanwhile.
 */
export const saveTracking = call({
  method: 'POST',
  path: '/api/metric/info/save',
  who: 'borrower',
  body: z.object({
    dataType: z.literal('field'),
    appId: z.literal('noren'),
    value: z.array(record).check(z.minLength(1, 'empty'), z.maxLength(MAX_BATCH_RECORDS, 'long')),
    uploadType,
  }),
  response: z.object({ isKept: z.boolean() }),
  changes: true,
});

const eventType = z.enum(['script_error', 'fingerprint_failure']);
export type EventType = z.infer<typeof eventType>;

const frame = z.object({
  file: z.string().check(z.regex(/^[\w-]+(\.[\w-]+)*\.js$/, 'file'), z.maxLength(100, 'long')),
  line: z.int().check(z.gte(1), z.lte(10_000_000)),
  column: z.int().check(z.gte(1), z.lte(100_000_000)),
});

/** A fault of the app, without personal data: see core's `script-fault`. */
const fault = z.object({
  name: z.string().check(z.regex(/^\w{1,40}$/, 'name')),
  words: z.string().check(z.maxLength(400, 'long')),
  frames: z.array(frame).check(z.maxLength(8, 'long')),
  screen: z.string().check(z.regex(/^[/a-z:-]{1,80}$/, 'screen')),
  browser: z.string().check(z.regex(/^[a-z]{1,12}( \d{1,4})?$/, 'browser')),
  appVersion: z.string().check(z.regex(/^\d{1,6}$/, 'version')),
});

export type FaultEvent = z.infer<typeof fault>;

/** The fault in an event's text; null when there is none. */
export function readFaultEvent(event: string): FaultEvent | null {
  try {
    return fault.parse(JSON.parse(event));
  } catch {
    return null;
  }
}

/**
 * Reports a fault of the app, without personal data, so it needs no session and no consent.
 * Form-encoded.
 */
export const saveEvent = call({
  method: 'POST',
  path: '/api/metric/event/1/{type}',
  who: 'anyone',
  encoding: 'form',
  params: z.object({ type: eventType }),
  body: z.object({
    event: z.string().check(
      z.maxLength(4_000, 'long'),
      z.refine((text) => readFaultEvent(text) !== null, 'event'),
    ),
  }),
  response: nothing,
  changes: true,
});
