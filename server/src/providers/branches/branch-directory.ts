import type { BranchAnswer, BranchDirectory } from '../../platform/ports/branches.ts';
import { askIfscService, type IfscServiceAccess } from './razorpay-ifsc.ts';

/** Branches move seldom: a month. A code the service does not have may be new: a day. */
const KEEP_MS = 30 * 86_400_000;
const KEEP_UNKNOWN_MS = 86_400_000;
/** How long nobody waits for a service that did not answer. */
const PAUSE_MS = 30_000;
const MAX_KEPT = 20_000;
/** More borrowers than this do not wait for the service at once; the others see no city. */
const AT_ONCE = 8;

/** The branches of Razorpay's IFSC service, each remembered in memory for a month. */
export function makeBranchDirectory(access: IfscServiceAccess, now: () => number): BranchDirectory {
  const kept = new Map<string, { answer: BranchAnswer; until: number }>();
  const asking = new Map<string, Promise<BranchAnswer>>();
  let awayUntil = 0;

  const record = (ifsc: string, answer: BranchAnswer): BranchAnswer => {
    if (answer === 'away') {
      awayUntil = now() + PAUSE_MS;
      return answer;
    }

    const [oldest] = kept.size >= MAX_KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(ifsc, { answer, until: now() + (answer === 'unknown' ? KEEP_UNKNOWN_MS : KEEP_MS) });

    return answer;
  };

  return {
    async find(ifsc) {
      const known = kept.get(ifsc);
      if (known && known.until > now()) return known.answer;

      kept.delete(ifsc);

      const same = asking.get(ifsc);
      if (same) return same;
      if (awayUntil > now() || asking.size >= AT_ONCE) return 'away';

      const asked = askIfscService(access, ifsc)
        .then((answer) => record(ifsc, answer))
        .finally(() => asking.delete(ifsc));
      asking.set(ifsc, asked);

      return asked;
    },
  };
}
