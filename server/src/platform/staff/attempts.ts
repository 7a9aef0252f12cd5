import { orRateLimited } from '../http/rate-limits.ts';
import type { OpenStaffCtx } from './staff-handler.ts';

/** Counts an attempt to sign in or enrol from an address. @throws CallError too many */
export async function orTooMany({ deps, address, now }: OpenStaffCtx): Promise<void> {
  orRateLimited(await deps.limits.take([['staff-sign-in-address-minute', address]], now));
}
