import { takeOrRefuse } from '../http/rate-limits.ts';
import type { OpenStaffCtx } from './staff-handler.ts';

/** Counts an attempt to sign in or enrol from an address. @throws CallError too many */
export async function orTooMany(ctx: OpenStaffCtx): Promise<void> {
  await takeOrRefuse(ctx, [['staff-sign-in-address-minute', ctx.address]]);
}
