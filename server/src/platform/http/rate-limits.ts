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
import type { Db, Tx } from '../db/db.ts';
import {
  defaultLimits,
  type LimitAnswer,
  type LimitBucket,
  type LimitRule,
  type LimitRules,
  type Limits,
  type OtpBucket,
  type OtpKeys,
} from '../limits/limit-rules.ts';
import { CallError } from './call-error.ts';
import {
  countHits,
  deleteHitsBefore,
  type HitKey,
  limitReachedUntil,
  lockHitKeys,
  readNewestHits,
} from './rate-limit-store.ts';

/** @throws CallError 429 with the seconds to wait when the limit refused */
export function orRateLimited(answer: LimitAnswer): void {
  if (answer.ok) return;
  const { retryAfterSeconds } = answer;
  throw new CallError(CODES.tooMany, 'error.too_many', {
    values: { seconds: retryAfterSeconds },
    data: { retryAfterSeconds },
  });
}

/** A rule's answer when its limit was reached at `fullSince`; 0 means never. */
export function waitOf(rule: LimitRule, fullSince: number, now: number): LimitAnswer {
  const until = fullSince + rule.windowMs;
  return until > now ? { ok: false, retryAfterSeconds: secondsUntil(until, now) } : { ok: true };
}

const secondsUntil = (until: number, now: number): number => Math.max(1, Math.ceil((until - now) / 1000));

/** The address to rate-limit by: the /64 of an IPv6 address, since one phone owns a whole /64; an IPv4 address as it is. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

const longestOtpWindowMs = Math.max(
  ...[otpRules.sends, otpRules.wrongEntries].flatMap((kind) => Object.values(kind).flat()).map((rule) => rule.windowMs),
);

const subjectsOf = (keys: OtpKeys): OtpSubject[] => otpSubjects.filter((subject) => keys[subject] !== undefined);

const otpPairs = (kind: 'send' | 'wrong', keys: OtpKeys): (readonly [OtpBucket, string])[] =>
  subjectsOf(keys).map((subject) => [`otp-${kind}-${subject}`, keys[subject] as string]);

const answerOf = (decision: OtpDecision, now: number): LimitAnswer =>
  decision.allowed ? { ok: true } : { ok: false, retryAfterSeconds: secondsUntil(decision.waitUntilMs, now) };

export function makeLimits(
  db: Db,
  hash: (kind: string, value: string) => Buffer,
  rules: LimitRules = defaultLimits,
): Limits {
  const ruleOf = (bucket: string): LimitRule => {
    const rule = rules[bucket];
    if (!rule) throw new Error(`no limit rule for ${bucket}`);
    return rule;
  };
  const keyedOf = (pairs: readonly (readonly [LimitBucket | OtpBucket, string])[]): HitKey[] =>
    pairs
      .map(([bucket, key]) => [bucket, /-address(-|$)/.test(bucket) ? networkOf(key) : key] as const)
      .map(([bucket, key]) => [bucket, hash(`limit:${bucket}`, key)] as const)
      .sort((a, b) => a[0].localeCompare(b[0]));
  async function check(on: Db, keyed: readonly HitKey[], now: number): Promise<LimitAnswer> {
    const until = Math.max(...(await Promise.all(keyed.map((one) => limitReachedUntil(on, ruleOf(one[0]), one, now)))));
    return until > now ? { ok: false, retryAfterSeconds: secondsUntil(until, now) } : { ok: true };
  }
  async function readOtpCounts(tx: Tx, kind: 'send' | 'wrong', keys: OtpKeys, now: number): Promise<OtpCounts> {
    const counts: Partial<Record<OtpSubject, number[]>> = {};
    for (const subject of subjectsOf(keys)) {
      const [keyed] = keyedOf([[`otp-${kind}-${subject}`, keys[subject] as string]]);
      const rules = kind === 'send' ? otpRules.sends[subject] : otpRules.wrongEntries[subject];
      counts[subject] = await readNewestHits(tx, rules, keyed as HitKey, now);
    }
    return counts;
  }
  return {
    ruleOf,
    peek: (pairs, now) => check(db, keyedOf(pairs), now),
    take: (pairs, now) =>
      db.transaction().execute(async (tx) => {
        const keyed = keyedOf(pairs);
        await lockHitKeys(tx, keyed);
        const answer = await check(tx, keyed, now);
        if (answer.ok) await countHits(tx, keyed, now);
        return answer;
      }),
    takeOtpSend: (keys, now) =>
      db.transaction().execute(async (tx) => {
        const sent = keyedOf(otpPairs('send', keys));
        await lockHitKeys(tx, sent);
        const [sends, wrongEntries] = [
          await readOtpCounts(tx, 'send', keys, now),
          await readOtpCounts(tx, 'wrong', keys, now),
        ];
        const answer = answerOf(decideSend({ sends, wrongEntries }, now), now);
        if (answer.ok) await countHits(tx, sent, now);
        return answer;
      }),
    tryOtp: (keys, now, tryIt) =>
      db.transaction().execute(async (tx) => {
        const wrong = keyedOf(otpPairs('wrong', keys));
        await lockHitKeys(tx, wrong);
        orRateLimited(answerOf(decideEntry(await readOtpCounts(tx, 'wrong', keys, now), now), now));
        const { isWrong, result } = await tryIt(tx);
        if (isWrong) await countHits(tx, wrong, now);
        return result;
      }),
    async sweep(now) {
      const longest = Math.max(longestOtpWindowMs, ...Object.values(rules).map((rule) => rule.windowMs));
      return deleteHitsBefore(db, now - longest);
    },
  };
}
