import type { BankBranch, BranchDirectory } from '../../platform/ports/branches.ts';
import { askIfscService, type IfscAnswer, type IfscServiceAccess } from './razorpay-ifsc.ts';

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
  const kept = new Map<string, { branch: BankBranch | null; until: number }>();
  const asking = new Map<string, Promise<BankBranch | null>>();
  let awayUntil = 0;
  const keep = (ifsc: string, branch: BankBranch | null, forMs: number): void => {
    const [oldest] = kept.size >= MAX_KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(ifsc, { branch, until: now() + forMs });
  };
  const record = (ifsc: string, answer: IfscAnswer): BankBranch | null => {
    if (answer === 'away') {
      awayUntil = now() + PAUSE_MS;
      return null;
    }
    const branch = answer === 'unknown' ? null : answer;
    keep(ifsc, branch, branch ? KEEP_MS : KEEP_UNKNOWN_MS);
    return branch;
  };
  return {
    async find(ifsc) {
      const known = kept.get(ifsc);
      if (known && known.until > now()) return known.branch;
      kept.delete(ifsc);
      const same = asking.get(ifsc);
      if (same) return same;
      if (awayUntil > now() || asking.size >= AT_ONCE) return null;
      const asked = askIfscService(access, ifsc)
        .then((answer) => record(ifsc, answer))
        .finally(() => asking.delete(ifsc));
      asking.set(ifsc, asked);
      return asked;
    },
  };
}
