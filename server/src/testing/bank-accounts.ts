import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { readIdentity } from '../people/certification/store.ts';
import type { TestApp, TestClient } from './start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from './users.ts';

let count = 0;

/** A bank account. Some prefixes decide how the sandbox bank behaves. */
export function aBankAccount(holderName: string, prefix = '50300001') {
  count += 1;
  const accountNo = `${prefix}${String(count).padStart(6, '0')}`;
  return { bankCode: 'HDFC', ifsc: 'HDFC0000001', accountNo, holderName };
}

/** An account as a form sends it, with the number typed twice. */
export function aTypedAccount(prefix: string) {
  const account = aBankAccount('Asha Rao', prefix);
  return { ...account, accountNoAgain: account.accountNo };
}

type Account = ReturnType<typeof aBankAccount>;

export const saveAccount = (client: TestClient, account: Account) =>
  client.send(CALLS.saveAccount, { body: { ...account, accountNoAgain: account.accountNo } });

export const checkAccount = (client: TestClient, body: Account) =>
  client.send(CALLS.preCheckAccount, { body });

export const viewAccount = async (client: TestClient) =>
  successData(await client.send(CALLS.viewAccount, {})).account;

/** Number of validations sent to the bank; each costs money. */
export async function countValidations(app: TestApp): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from sandbox_account_validations`.execute(app.deps.db);

  return rows[0]?.n ?? 0;
}

/** A user and their confirmed name. */
export async function aVerifiedUser(
  app: TestApp,
  bizStatus:
    | typeof UserStatus.bankAccountDue
    | typeof UserStatus.certified = UserStatus.bankAccountDue,
): Promise<SignedInUser & { name: string }> {
  const who = await aSignedInUser(app, { bizStatus });
  const identity = await readIdentity(app.deps.db, app.deps.crypto, who.userId);
  return { ...who, name: identity?.name ?? 'nobody' };
}

/** Ends the wait of a user's changed account, as a day or a face check would. */
export async function endHold({ deps }: TestApp, { userId }: { userId: string }): Promise<void> {
  await deps.db
    .updateTable('bank_accounts')
    .set({ payableFrom: new Date(deps.now()) })
    .where('userId', '=', userId)
    .execute();
}

/** Sets how well the holder's name at the bank matches the borrower's. */
export async function setNameMatch(
  { deps }: TestApp,
  { userId }: { userId: string },
  nameMatch: 'partial' | 'mismatch',
): Promise<void> {
  await deps.db
    .updateTable('bank_accounts')
    .set({ nameMatch })
    .where('userId', '=', userId)
    .execute();
}
