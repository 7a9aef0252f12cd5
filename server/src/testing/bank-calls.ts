import { CALLS } from '@noren/contract/index';
import { beforeEach } from 'vitest';
import { readIdentity } from '../people/certification/store.ts';
import type { BranchAnswer } from '../platform/ports/branches.ts';
import { aTypedAccount } from './bank-accounts.ts';
import { openSandboxBank } from './loans.ts';
import type { TestClient } from './start-app.ts';
import { useApp } from './use-app.ts';

export const someAccount = () => aTypedAccount('50100000');
type Account = ReturnType<typeof someAccount>;
export const save = (client: TestClient, account: Account) =>
  client.send(CALLS.saveAccount, { body: account });

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

/** An app whose bank answers each validation with the borrower's own name. */
export async function useValidations() {
  const app = await useApp();

  beforeEach(async () => {
    app.advance(25 * 3_600_000);
    await openSandboxBank(app).setBehaviour('accounts', 'own_name');
  });

  return app;
}
