import { StaffError } from './staff-error.ts';
import type { OpenStaffCtx } from './staff-handler.ts';

/** Counts an attempt to sign in or enrol from an address. @throws StaffError too_many */
export async function orTooMany({ deps, address, now }: OpenStaffCtx): Promise<void> {
  const answer = await deps.limits.take([['staff-sign-in-address-minute', address]], now);
  if (!answer.ok)
    throw new StaffError(
      'too_many',
      `Too many attempts. Try again in ${answer.retryAfterSeconds} seconds.`,
    );
}
