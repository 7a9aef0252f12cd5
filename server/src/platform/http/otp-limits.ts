import {
  decideEntry,
  decideSend,
  type OtpCounts,
  type OtpDecision,
  type OtpSubject,
  otpBreaker,
  otpRules,
  otpSubjects,
} from '@noren/core/people/otp';
import type { Db, Tx } from '../db/db.ts';
import type { LimitAnswer, LimitRule, Limits, OtpBucket, OtpKeys } from '../limits/limit-rules.ts';
import { ipv6Network, toNetwork } from './network-address.ts';
import {
  countHits,
  type HitKey,
  limitReachedUntil,
  lockHitKeys,
  readNewestHits,
  sortHitKeys,
} from './rate-limit-store.ts';
import { orRateLimited, secondsUntil } from './rate-limits.ts';

/** How often codes are stopped at once for everybody who is not on a device of their own. */
export interface BreakerSettings {
  readonly breaker?: Readonly<Record<'sends' | 'wrongEntries', LimitRule>>;
  /** Codes were stopped. */
  onBreaker?(kind: 'send' | 'wrong'): void;
}

/** The longest time for which anything about a code is counted. */
export const longestOtpWindowMs = Math.max(
  ...[otpRules.sends, otpRules.wrongEntries]
    .flatMap((kind) => Object.values(kind).flat())
    .map((rule) => rule.windowMs),
);

/** The keys of a one-time code, with the wider networks of an IPv6 address. */
function withNetworks(keys: OtpKeys): OtpKeys {
  if (keys.address === undefined) return keys;
  const [address56, address48] = [ipv6Network(keys.address, 56), ipv6Network(keys.address, 48)];
  return { ...keys, ...(address56 && { address56 }), ...(address48 && { address48 }) };
}

const listSubjects = (keys: OtpKeys): OtpSubject[] =>
  otpSubjects.filter((subject) => keys[subject] !== undefined);

const otpPairs = (kind: 'send' | 'wrong', keys: OtpKeys): (readonly [OtpBucket, string])[] =>
  listSubjects(keys).map((subject) => [`otp-${kind}-${subject}`, keys[subject] as string]);

const toLimitAnswer = (decision: OtpDecision, now: number): LimitAnswer =>
  decision.allowed
    ? { ok: true }
    : { ok: false, retryAfterSeconds: secondsUntil(decision.waitUntilMs, now) };

/**
 * Counted without a lock: a few concurrent ones more do no harm, and all sign-ins would wait for
 * each other.
 */
function makeBreakerCheck(
  { breaker = otpBreaker, onBreaker }: BreakerSettings,
  everyone: (kind: 'send' | 'wrong') => HitKey,
) {
  return async (
    tx: Tx,
    kinds: readonly ('send' | 'wrong')[],
    now: number,
  ): Promise<LimitAnswer> => {
    for (const kind of kinds) {
      const rule = kind === 'send' ? breaker.sends : breaker.wrongEntries;
      const until = await limitReachedUntil(tx, rule, everyone(kind), now);
      if (until <= now) continue;

      onBreaker?.(kind);

      return { ok: false, retryAfterSeconds: secondsUntil(until, now) };
    }

    return { ok: true };
  };
}

/** The limits of one-time codes, by core's rules. */
export function makeOtpLimits(
  db: Db,
  toHitKey: (bucket: string, key: string) => HitKey,
  settings: BreakerSettings,
): Pick<Limits, 'takeOtpSend' | 'tryOtp'> {
  const toOtpHitKeys = (kind: 'send' | 'wrong', keys: OtpKeys): HitKey[] =>
    sortHitKeys(
      otpPairs(kind, keys).map(([bucket, key]) =>
        toHitKey(bucket, bucket.endsWith('-address') ? toNetwork(key) : key),
      ),
    );

  const everyone = (kind: 'send' | 'wrong'): HitKey => toHitKey(`otp-${kind}-everyone`, '');
  const checkBreaker = makeBreakerCheck(settings, everyone);

  async function readOtpCounts(
    tx: Tx,
    kind: 'send' | 'wrong',
    keys: OtpKeys,
    now: number,
  ): Promise<OtpCounts> {
    const counts: Partial<Record<OtpSubject, number[]>> = {};
    for (const subject of listSubjects(keys)) {
      const [keyed] = toOtpHitKeys(kind, { [subject]: keys[subject] });
      const rules = kind === 'send' ? otpRules.sends[subject] : otpRules.wrongEntries[subject];
      counts[subject] = await readNewestHits(tx, rules, keyed as HitKey, now);
    }

    return counts;
  }

  return {
    takeOtpSend: (given, now) =>
      db.transaction().execute(async (tx) => {
        const keys = withNetworks(given);
        const isStranger = keys.own === undefined;
        const sent = toOtpHitKeys('send', keys);

        await lockHitKeys(tx, sent);

        const [sends, wrongEntries] = [
          await readOtpCounts(tx, 'send', keys, now),
          await readOtpCounts(tx, 'wrong', keys, now),
        ];
        const answer = toLimitAnswer(decideSend({ sends, wrongEntries }, now), now);
        if (!answer.ok) return answer;

        const open = isStranger ? await checkBreaker(tx, ['send', 'wrong'], now) : answer;
        if (open.ok) await countHits(tx, isStranger ? [...sent, everyone('send')] : sent, now);

        return open;
      }),
    tryOtp: (given, now, tryIt) =>
      db.transaction().execute(async (tx) => {
        const keys = withNetworks(given);
        const isStranger = keys.own === undefined;
        const wrong = toOtpHitKeys('wrong', keys);

        await lockHitKeys(tx, wrong);
        orRateLimited(
          toLimitAnswer(decideEntry(await readOtpCounts(tx, 'wrong', keys, now), now), now),
        );
        if (isStranger) orRateLimited(await checkBreaker(tx, ['wrong'], now));

        const { isWrong, result } = await tryIt(tx);
        if (isWrong) await countHits(tx, isStranger ? [...wrong, everyone('wrong')] : wrong, now);

        return result;
      }),
  };
}
