import { randomUUID } from 'node:crypto';
import type { Call } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import { CALLS, type CallName } from '@noren/contract/index';
import { expect } from 'vitest';
import { SAMPLES } from './samples.ts';
import type { SignedInUser } from './users.ts';

/**
 * Sends a sample of every declared call as a borrower with a loan; many are refused, and none ends
 * in a fault.
 */
export async function sendSamples(who: SignedInUser, repayId: string): Promise<void> {
  const of = { phone: who.phone, otpRef: randomUUID(), repayId, proposalNo: 'NK-AAAAAAAA' };
  for (const [name, call] of Object.entries(CALLS) as [CallName, Call][]) {
    if (name === 'logOut') continue;
    const { code } = await who.client.send(call, SAMPLES[name](of) as SendOptions<Call>);
    expect(code, name).not.toBe(500);
  }
}
