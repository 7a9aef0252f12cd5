import { formatTime, toBusinessDay } from '@noren/core/money/time';
import { notify } from '../../notifications/store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';

/**
 * Tells a user that a passkey was added or removed: it may have been somebody else. The name is
 * left out, because a stranger may have chosen it.
 */
export async function notifyPasskeyChange(
  tx: Tx,
  deps: Pick<Deps, 'crypto' | 'now'>,
  change: {
    userId: string;
    kind: 'passkey_added' | 'passkey_removed';
    passkeyId: string;
    now: number;
  },
): Promise<void> {
  const { userId, kind, passkeyId, now } = change;
  const values = { day: toBusinessDay(now), time: formatTime(now) };
  await notify(tx, deps, { userId, kind, reference: passkeyId, values });
}
