import { businessDayOf, formatTime } from '@noren/core/money/time';
import { notify } from '../../lending/notifications/store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/http/handler.ts';
import { isOwnDevice } from './store.ts';

/** Tells a user that a code was entered, or a passkey used, on a device that is not one of theirs; call before it becomes one. */
export async function announceNewDevice(ctx: Ctx, tx: Tx, input: { userId: string; reference: string }): Promise<void> {
  const { deps, deviceId, now } = ctx;
  const { userId, reference } = input;
  if (await isOwnDevice(tx, { userId, deviceId }, now)) return;
  const values = { day: businessDayOf(now), time: formatTime(now) };
  await notify(tx, deps, { userId, kind: 'new_device', reference, values });
}
