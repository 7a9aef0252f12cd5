import type { Db } from '../db/db.ts';
import {
  defaultLimits,
  type LimitAnswer,
  type LimitPairs,
  type LimitRule,
  type LimitRules,
  type Limits,
} from '../limits/limit-rules.ts';
import { ipv6Network, toNetwork, WIDER_NETWORKS } from './network-address.ts';
import { type BreakerSettings, longestOtpWindowMs, makeOtpLimits } from './otp-limits.ts';
import {
  countHits,
  deleteHitsBefore,
  type HitKey,
  limitReachedUntil,
  lockHitKeys,
  sortHitKeys,
} from './rate-limit-store.ts';
import { secondsUntil } from './rate-limits.ts';

/** What limits are made of besides the database: the rules, and the breaker of codes. */
export interface LimitSettings extends BreakerSettings {
  readonly rules?: LimitRules;
}

/** A bucket of a wider IPv6 network, such as `link-guess-address-hour/56`. */
const WIDER = /^(.*)\/(\d+)$/;

export function makeLimits(
  db: Db,
  hash: (kind: string, value: string) => Buffer,
  settings: LimitSettings = {},
): Limits {
  const rules: LimitRules = settings.rules ?? defaultLimits;

  const findRule = (bucket: string): LimitRule => {
    const [, narrow = bucket, bits] = WIDER.exec(bucket) ?? [];
    const rule = rules[narrow];
    if (!rule) throw new Error(`no limit rule for ${bucket}`);

    const times = WIDER_NETWORKS.find((network) => String(network.bits) === bits)?.times ?? 1;
    return { ...rule, most: rule.most * times };
  };

  const toHitKey = (bucket: string, key: string): HitKey => [bucket, hash(`limit:${bucket}`, key)];

  const networkKeys = (bucket: string, address: string): HitKey[] => [
    toHitKey(bucket, toNetwork(address)),
    ...WIDER_NETWORKS.flatMap(({ bits }) => {
      const network = ipv6Network(address, bits);
      return network === null ? [] : [toHitKey(`${bucket}/${bits}`, network)];
    }),
  ];

  const toHitKeys = (pairs: LimitPairs): HitKey[] =>
    sortHitKeys(
      pairs.flatMap(([bucket, key]) =>
        /-address(-|$)/.test(bucket) ? networkKeys(bucket, key) : [toHitKey(bucket, key)],
      ),
    );

  async function check(on: Db, keyed: readonly HitKey[], now: number): Promise<LimitAnswer> {
    const until = Math.max(
      ...(await Promise.all(keyed.map((one) => limitReachedUntil(on, findRule(one[0]), one, now)))),
    );
    return until > now ? { ok: false, retryAfterSeconds: secondsUntil(until, now) } : { ok: true };
  }

  return {
    findRule,
    peek: (pairs, now) => check(db, toHitKeys(pairs), now),
    take: (pairs, now) =>
      db.transaction().execute(async (tx) => {
        const keyed = toHitKeys(pairs);
        await lockHitKeys(tx, keyed);

        const answer = await check(tx, keyed, now);
        if (answer.ok) await countHits(tx, keyed, now);

        return answer;
      }),
    ...makeOtpLimits(db, toHitKey, settings),
    async sweep(now) {
      const longest = Math.max(
        longestOtpWindowMs,
        ...Object.values(rules).map((rule) => rule.windowMs),
      );
      return deleteHitsBefore(db, now - longest);
    },
  };
}
