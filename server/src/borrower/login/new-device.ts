import { formatTime, toBusinessDay } from '@noren/core/money/time';
import { notify } from '../../notifications/store.ts';
import { readDeviceKnownSince } from '../../people/owner-proof-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { toDevice } from '../../platform/http/device-secret.ts';
import type { Ctx } from '../../platform/http/handler.ts';

/**
 * Tells a user that a code was entered, or a passkey used, on a device that is not one of theirs;
 * call before it becomes one.
 */
export async function announceNewDevice(
  ctx: Ctx,
  tx: Tx,
  input: { userId: string; reference: string },
): Promise<void> {
  const { deps, now } = ctx;
  const { userId, reference } = input;
  if ((await readDeviceKnownSince(tx, { userId, device: toDevice(ctx) }, now)) !== null) return;

  const values = { day: toBusinessDay(now), time: formatTime(now) };
  await notify(tx, deps, { userId, kind: 'new_device', reference, values });
}
