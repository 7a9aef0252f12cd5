import { otpRules } from '@noren/core/otp';
import { sql } from 'kysely';
import { type Db, instantValue, timestamp } from './db.ts';

/** How often something may happen for one key within a rolling window. */
export interface LimitRule {
  readonly most: number;
  readonly windowMs: number;
}
/** The rules by bucket; an argument of the app, so tests run the real ones on a moved clock. */
export type LimitRules = Readonly<Record<string, LimitRule>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { sends, wrongEntries } = otpRules;

/** The house's limits. Source: core's `otpRules`, domain page "Sign-in". Every key is hashed before it is kept. */
export const houseLimits = {
  'otp-send-phone-wait': { most: 1, windowMs: otpRules.resendAfterMs },
  'otp-send-phone-hour': sends.phone[0],
  'otp-send-device-hour': sends.device[0],
  'otp-send-address-hour': sends.address[0],
  'otp-wrong-phone-hour': wrongEntries.phone[0] as LimitRule,
  'otp-wrong-phone-day': wrongEntries.phone[1] as LimitRule,
  'otp-wrong-device-hour': wrongEntries.device[0] as LimitRule,
  'otp-wrong-device-day': wrongEntries.device[1] as LimitRule,
  'otp-wrong-address-hour': wrongEntries.address[0] as LimitRule,
  'otp-wrong-address-day': wrongEntries.address[1] as LimitRule,
  'link-open-address-hour': { most: 30, windowMs: HOUR },
  'document-read-user-hour': { most: 30, windowMs: HOUR },
  'quote-user-minute': { most: 30, windowMs: MINUTE },
  'payment-view-address-minute': { most: 120, windowMs: MINUTE },
} satisfies LimitRules;
export type LimitBucket = keyof typeof houseLimits;

/** The answer of a limit: taken, or how long to wait. */
export type LimitAnswer = { ok: true } | { ok: false; retryAfterSeconds: number };

/** Counts in the database, so that every instance sees the same. Counts stay whatever becomes of the request. */
export interface Limits {
  /** Counts one more for each pair, all or none; refused when any is full. */
  take(pairs: readonly (readonly [LimitBucket, string])[], now: number): Promise<LimitAnswer>;
  /** Whether each pair still has room, counting nothing. */
  peek(pairs: readonly (readonly [LimitBucket, string])[], now: number): Promise<LimitAnswer>;
  /** Forgets what is older than any window. @returns rows removed */
  sweep(now: number): Promise<number>;
}

/** Limits over a database. */
export function makeLimits(db: Db, hash: (kind: string, value: string) => Buffer, rules: LimitRules = houseLimits): Limits {
  const ruleOf = (bucket: string): LimitRule => {
    const rule = rules[bucket];
    if (!rule) throw new Error(`no limit rule for ${bucket}`);
    return rule;
  };
  async function fullUntil(on: Db, bucket: string, key: Buffer, now: number): Promise<number | null> {
    const rule = ruleOf(bucket);
    const hits = await on
      .selectFrom('limit_hits')
      .select('at')
      .where('bucket', '=', bucket)
      .where('key_hash', '=', key)
      .where('at', '>', instantValue(now - rule.windowMs))
      .orderBy('at', 'desc')
      .offset(rule.most - 1)
      .limit(1)
      .executeTakeFirst();
    return hits ? hits.at + rule.windowMs : null;
  }
  async function check(on: Db, keyed: readonly (readonly [string, Buffer])[], now: number): Promise<LimitAnswer> {
    const waits = await Promise.all(keyed.map(([bucket, key]) => fullUntil(on, bucket, key, now)));
    const until = Math.max(...waits.map((wait) => wait ?? 0));
    return until > now ? { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) } : { ok: true };
  }
  const keyedOf = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([bucket, key]) => [bucket, hash(`limit:${bucket}`, key)] as const).sort((a, b) => a[0].localeCompare(b[0]));
  return {
    peek: (pairs, now) => check(db, keyedOf(pairs), now),
    take: (pairs, now) =>
      db.transaction().execute(async (tx) => {
        const keyed = keyedOf(pairs);
        // Two requests at the last free place: the lock lets one count before the other looks.
        for (const [bucket, key] of keyed)
          await sql`select pg_advisory_xact_lock(hashtextextended(${bucket + key.toString('hex')}, 0))`.execute(tx);
        const answer = await check(tx, keyed, now);
        if (answer.ok)
          await tx
            .insertInto('limit_hits')
            .values(keyed.map(([bucket, key]) => ({ bucket, key_hash: key, at: timestamp(now) })))
            .execute();
        return answer;
      }),
    async sweep(now) {
      const longest = Math.max(...Object.values(rules).map((rule) => rule.windowMs));
      const gone = await db.deleteFrom('limit_hits').where('at', '<', instantValue(now - longest)).executeTakeFirst();
      return Number(gone.numDeletedRows);
    },
  };
}
