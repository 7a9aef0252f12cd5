import { isIPv6 } from 'node:net';
import { CODES } from '@noren/contract/codes';
import {
  decideEntry,
  decideSend,
  type OtpCounts,
  type OtpDecision,
  type OtpSubject,
  otpRules,
  otpSubjects,
} from '@noren/core/people/otp';
import { sql } from 'kysely';
import { type Db, instantValue, type Tx, timestamp } from '../db/db.ts';
import { CallError } from './call-error.ts';

/** How often something may happen for one key within a rolling window. */
export interface LimitRule {
  readonly most: number;
  readonly windowMs: number;
}
/** The rules by bucket; an argument of the app, so tests run the real ones on a moved clock. */
export type LimitRules = Readonly<Record<string, LimitRule>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The limits of this product, but those of one-time codes, which are core's `otpRules`. Every key is hashed before it is stored. */
const houseLimits = {
  'link-guess-address-hour': { most: 30, windowMs: HOUR },
  'document-read-user-hour': { most: 30, windowMs: HOUR },
  // A card refused so often may be gone on without: its key is the user and the card.
  'card-unread-user-hour': { most: 2, windowMs: HOUR },
  // Its refusals tell whether a PAN or an Aadhaar number is a customer's.
  'identity-save-user-hour': { most: 20, windowMs: HOUR },
  'face-check-user-hour': { most: 20, windowMs: HOUR },
  'account-check-user-hour': { most: 30, windowMs: HOUR },
  // Each new account asked about costs money, and tells a little of whose it is.
  'account-ask-user-day': { most: 6, windowMs: 24 * HOUR },
  // Drawing takes the processor.
  'document-draw-user-minute': { most: 30, windowMs: MINUTE },
  'quote-user-minute': { most: 30, windowMs: MINUTE },
  // A phone sends a batch for every twenty fields, and one whenever it is put away.
  'usage-user-hour': { most: 120, windowMs: HOUR },
  'device-tell-user-day': { most: 40, windowMs: 24 * HOUR },
  // An app tells of ten faults a visit.
  'event-device-hour': { most: 30, windowMs: HOUR },
  'event-address-hour': { most: 600, windowMs: HOUR },
  // Each is kept for good, and shown with the rest.
  'consent-user-day': { most: 100, windowMs: 24 * HOUR },
  // Each is noted for good.
  'nominee-user-day': { most: 30, windowMs: 24 * HOUR },
  'data-correct-user-day': { most: 30, windowMs: 24 * HOUR },
  'data-export-user-day': { most: 5, windowMs: 24 * HOUR },
  // Each opens all pictures at once, and is noted.
  'data-fetch-user-hour': { most: 30, windowMs: HOUR },
  // Each is told by message.
  'data-erase-user-day': { most: 30, windowMs: 24 * HOUR },
  // Each may carry five pictures.
  'feedback-user-day': { most: 10, windowMs: 24 * HOUR },
  // Its answers tell whether a transfer is known here.
  'voucher-user-day': { most: 10, windowMs: 24 * HOUR },
  'payment-view-code-minute': { most: 240, windowMs: MINUTE },
  // Each other amount makes something anew at the provider.
  'payment-start-user-hour': { most: 60, windowMs: HOUR },
  'payment-channel-code-minute': { most: 20, windowMs: MINUTE },
  // Each asks the provider anew.
  'payment-said-code-hour': { most: 12, windowMs: HOUR },
  'payment-guess-address-minute': { most: 120, windowMs: MINUTE },
} satisfies LimitRules;
export type LimitBucket = keyof typeof houseLimits;

/** What is counted for one-time codes: sends and wrong entries, each by core's subjects. */
export type OtpBucket = `otp-${'send' | 'wrong'}-${OtpSubject}`;

/** The answer of a limit: taken, or how long to wait. */
export type LimitAnswer = { ok: true } | { ok: false; retryAfterSeconds: number };
type LimitPairs = readonly (readonly [LimitBucket, string])[];
/** The key of each subject of a one-time code; a subject without a key is not limited. */
export type OtpKeys = Partial<Readonly<Record<OtpSubject, string>>>;

/** Lets pass what a limit let through. @throws CallError 429 that says how long to wait */
export function orWait(answer: LimitAnswer): void {
  if (answer.ok) return;
  const { retryAfterSeconds } = answer;
  throw new CallError(CODES.tooMany, 'error.too_many', {
    values: { seconds: retryAfterSeconds },
    data: { retryAfterSeconds },
  });
}

/** What a rule says where it has been full since a time, 0 for never. */
export function waitOf(rule: LimitRule, fullSince: number, now: number): LimitAnswer {
  const until = fullSince + rule.windowMs;
  return until > now ? { ok: false, retryAfterSeconds: secondsUntil(until, now) } : { ok: true };
}

const secondsUntil = (until: number, now: number): number => Math.max(1, Math.ceil((until - now) / 1000));

/** Counts in the database, so that every instance sees the same. Counts stay whatever becomes of the request. */
export interface Limits {
  /** A rule that is held to by counting what it limits: nothing is counted beside. */
  ruleOf(bucket: LimitBucket): LimitRule;
  /** Counts one more for each pair, all or none; refused when any is full. */
  take(pairs: LimitPairs, now: number): Promise<LimitAnswer>;
  /** Whether each pair still has room, counting nothing. */
  peek(pairs: LimitPairs, now: number): Promise<LimitAnswer>;
  /** Counts one more code sent to each key, unless core's rules for one-time codes refuse it. */
  takeOtpSend(keys: OtpKeys, now: number): Promise<LimitAnswer>;
  /**
   * Tries a one-time code, and counts a wrong one before its result is known to anyone. Tries for one key follow each
   * other, so many at once get no more than core's rules allow. @throws CallError 429 when the rules refuse the try
   */
  tryOtp<T>(keys: OtpKeys, now: number, tryIt: (tx: Tx) => Promise<{ isWrong: boolean; result: T }>): Promise<T>;
  /** Forgets what is older than any window. @returns rows removed */
  sweep(now: number): Promise<number>;
}

/** What counts as one address: a single phone has a whole IPv6 /64 to call from. IPv4 stays as it is. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

type Keyed = readonly (readonly [string, Buffer])[];

async function fullUntil(on: Db, rule: LimitRule, [bucket, key]: Keyed[number], now: number): Promise<number> {
  const hits = await on
    .selectFrom('rate_limit_hits')
    .select('at')
    .where('bucket', '=', bucket)
    .where('key_hash', '=', key)
    .where('at', '>', instantValue(now - rule.windowMs))
    .orderBy('at', 'desc')
    .offset(rule.most - 1)
    .limit(1)
    .executeTakeFirst();
  return hits ? hits.at + rule.windowMs : 0;
}

async function count(tx: Tx, keyed: Keyed, now: number): Promise<void> {
  const values = keyed.map(([bucket, key]) => ({ bucket, key_hash: key, at: timestamp(now) }));
  await tx.insertInto('rate_limit_hits').values(values).execute();
}

/** The newest instants counted for a key, as many and as old as the rules look at. */
async function newestHits(
  tx: Tx,
  rules: readonly LimitRule[],
  [bucket, key]: Keyed[number],
  now: number,
): Promise<number[]> {
  const hits = await tx
    .selectFrom('rate_limit_hits')
    .select('at')
    .where('bucket', '=', bucket)
    .where('key_hash', '=', key)
    .where('at', '>', instantValue(now - Math.max(...rules.map(({ windowMs }) => windowMs))))
    .orderBy('at', 'desc')
    .limit(Math.max(...rules.map(({ most }) => most)))
    .execute();
  return hits.map(({ at }) => at);
}

/** Two requests at the last free place: the lock lets one count before the other looks. */
async function lock(tx: Tx, keyed: Keyed): Promise<void> {
  for (const [bucket, key] of keyed)
    await sql`select pg_advisory_xact_lock(hashtextextended(${bucket + key.toString('hex')}, 0))`.execute(tx);
}

const longestOtpWindowMs = Math.max(
  ...[otpRules.sends, otpRules.wrongEntries].flatMap((kind) => Object.values(kind).flat()).map((rule) => rule.windowMs),
);

const subjectsOf = (keys: OtpKeys): OtpSubject[] => otpSubjects.filter((subject) => keys[subject] !== undefined);

const otpPairs = (kind: 'send' | 'wrong', keys: OtpKeys): (readonly [OtpBucket, string])[] =>
  subjectsOf(keys).map((subject) => [`otp-${kind}-${subject}`, keys[subject] as string]);

const answerOf = (decision: OtpDecision, now: number): LimitAnswer =>
  decision.allowed ? { ok: true } : { ok: false, retryAfterSeconds: secondsUntil(decision.waitUntilMs, now) };

/** Limits over a database. */
export function makeLimits(
  db: Db,
  hash: (kind: string, value: string) => Buffer,
  rules: LimitRules = houseLimits,
): Limits {
  const ruleOf = (bucket: string): LimitRule => {
    const rule = rules[bucket];
    if (!rule) throw new Error(`no limit rule for ${bucket}`);
    return rule;
  };
  const keyedOf = (pairs: readonly (readonly [LimitBucket | OtpBucket, string])[]): Keyed =>
    pairs
      .map(([bucket, key]) => [bucket, /-address(-|$)/.test(bucket) ? networkOf(key) : key] as const)
      .map(([bucket, key]) => [bucket, hash(`limit:${bucket}`, key)] as const)
      .sort((a, b) => a[0].localeCompare(b[0]));
  async function check(on: Db, keyed: Keyed, now: number): Promise<LimitAnswer> {
    const until = Math.max(...(await Promise.all(keyed.map((one) => fullUntil(on, ruleOf(one[0]), one, now)))));
    return until > now ? { ok: false, retryAfterSeconds: secondsUntil(until, now) } : { ok: true };
  }
  async function readOtpCounts(tx: Tx, kind: 'send' | 'wrong', keys: OtpKeys, now: number): Promise<OtpCounts> {
    const counts: Partial<Record<OtpSubject, number[]>> = {};
    for (const subject of subjectsOf(keys)) {
      const [keyed] = keyedOf([[`otp-${kind}-${subject}`, keys[subject] as string]]);
      const rules = kind === 'send' ? otpRules.sends[subject] : otpRules.wrongEntries[subject];
      counts[subject] = await newestHits(tx, rules, keyed as Keyed[number], now);
    }
    return counts;
  }
  return {
    ruleOf,
    peek: (pairs, now) => check(db, keyedOf(pairs), now),
    take: (pairs, now) =>
      db.transaction().execute(async (tx) => {
        const keyed = keyedOf(pairs);
        await lock(tx, keyed);
        const answer = await check(tx, keyed, now);
        if (answer.ok) await count(tx, keyed, now);
        return answer;
      }),
    takeOtpSend: (keys, now) =>
      db.transaction().execute(async (tx) => {
        const sent = keyedOf(otpPairs('send', keys));
        await lock(tx, sent);
        const [sends, wrongEntries] = [
          await readOtpCounts(tx, 'send', keys, now),
          await readOtpCounts(tx, 'wrong', keys, now),
        ];
        const answer = answerOf(decideSend({ sends, wrongEntries }, now), now);
        if (answer.ok) await count(tx, sent, now);
        return answer;
      }),
    tryOtp: (keys, now, tryIt) =>
      db.transaction().execute(async (tx) => {
        const wrong = keyedOf(otpPairs('wrong', keys));
        await lock(tx, wrong);
        orWait(answerOf(decideEntry(await readOtpCounts(tx, 'wrong', keys, now), now), now));
        const { isWrong, result } = await tryIt(tx);
        if (isWrong) await count(tx, wrong, now);
        return result;
      }),
    async sweep(now) {
      const longest = Math.max(longestOtpWindowMs, ...Object.values(rules).map((rule) => rule.windowMs));
      const gone = await db
        .deleteFrom('rate_limit_hits')
        .where('at', '<', instantValue(now - longest))
        .executeTakeFirst();
      return Number(gone.numDeletedRows);
    },
  };
}
