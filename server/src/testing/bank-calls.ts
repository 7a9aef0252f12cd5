import { CALLS } from '@noren/contract/index';
import { beforeEach } from 'vitest';
import { readIdentity } from '../people/certification/store.ts';
import type { BranchAnswer } from '../platform/ports/branches.ts';
import { aTypedAccount } from './bank-accounts.ts';
import type { TestClient } from './start-app.ts';
import { useApp } from './use-app.ts';
import { successData } from './users.ts';

export const someAccount = () => aTypedAccount('50100000');
type Account = ReturnType<typeof someAccount>;
export const save = (client: TestClient, account: Account) =>
  client.send(CALLS.saveAccount, { body: account });
export const view = async (client: TestClient) =>
  successData(await client.send(CALLS.viewAccount, {})).account;

export const refused = (reason: string) => ({ code: 409, data: { reason } });

/** An app, and accounts of its users. */
export async function useBankCalls() {
  const app = await useApp();
  beforeEach(() => app.advance(2 * 3_600_000));

  const readName = async (userId: string) =>
    (await readIdentity(app.deps.db, app.deps.crypto, userId))?.name ?? 'nobody';

  /** Lets the branch directory answer so; returns the one before, for `Object.assign`. */
  function answerBranches(find: (ifsc: string) => Promise<BranchAnswer>) {
    const { branches } = app.deps;
    Object.assign(app.deps, { branches: { find } });
    return branches;
  }

  return { app, readName, answerBranches };
}
