import { CALLS } from '@noren/contract/index';
import { decideCorrection } from './decisions.ts';
import type { TestApp } from './start-app.ts';
import { type SignedInUser, successData } from './users.ts';
import { listPendingCorrections } from './waiting-lists.ts';

/** The borrower asks for another name, and staff accept it. */
export async function correctName(
  { deps }: TestApp,
  { client, userId }: SignedInUser,
  value: string,
): Promise<void> {
  successData(await client.send(CALLS.correctData, { body: { field: 'name', value } }));
  const [change] = await listPendingCorrections(deps, userId);
  await decideCorrection(deps, {
    userId,
    changeId: change?.changeId ?? '',
    refusedBecause: null,
    operator: 'Ravi',
  });
}
