import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { codeValidMs } from '@noren/core/people/step-up';
import { makeSoftPasskey, type SoftPasskey } from './soft-passkey.ts';
import type { TestClient } from './start-app.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from './users.ts';

export const ORIGIN = 'http://localhost:3000';
export const REFUSED = { code: 409, data: { reason: 'passkey_refused' } };

export const beginAdding = async (client: TestClient) =>
  successData(await client.send(CALLS.beginPasskey, { body: {} })).options;
export const add = (client: TestClient, attestation: Record<string, unknown>, name = 'My phone') =>
  client.send(CALLS.addPasskey, { body: { attestation, name } });

export async function addPasskey(
  { client }: Pick<SignedInUser, 'client'>,
  passkey = makeSoftPasskey(ORIGIN),
) {
  const { passkeyId } = successData(await add(client, passkey.attest(await beginAdding(client))));
  return { passkey, passkeyId };
}

export async function beginUsing(client: TestClient): Promise<Record<string, unknown>> {
  const { options } = successData(await client.send(CALLS.beginPasskeyConfirmation, { body: {} }));
  if (options === null) throw new Error('the user has no passkey');
  return options;
}

export const confirm = (client: TestClient, assertion: Record<string, unknown>) =>
  client.send(CALLS.confirmByPasskey, { body: { assertion } });
export const use = async (client: TestClient, passkey: SoftPasskey) =>
  confirm(client, passkey.assert(await beginUsing(client)));
/** A call that only a session with a recent code may make. */
export const takeData = async (client: TestClient) =>
  (await client.send(CALLS.requestExport, { body: {} })).code;

/** An app, and users with passkeys. */
export async function usePasskeys() {
  const app = await useApp();
  const aBorrower = () => aSignedInUser(app, { bizStatus: UserStatus.registered });

  const rows = ({ userId }: SignedInUser) =>
    app.deps.db.selectFrom('user_passkeys').selectAll().where('userId', '=', userId).execute();
  const waitOutTheCode = () => app.advance(codeValidMs + 1);

  return { app, aBorrower, rows, waitOutTheCode };
}
