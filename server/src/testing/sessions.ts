import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach } from 'vitest';
import { createLink } from './link-sessions.ts';
import type { TestClient } from './start-app.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, newestCode, successData } from './users.ts';

export const DAY = 86_400_000;
export const status = (client: TestClient) => client.send(CALLS.userStatus, {});

/** An app, and sessions of its users. */
export async function useSessions() {
  const app = await useApp();
  beforeEach(() => app.advance(25 * 3_600_000));

  /** Enters a code on the session, whichever of the two confirmations is due. */
  async function confirmByCode(client: TestClient, phone: string): Promise<void> {
    const isFirst = (await client.send(CALLS.sendFirstConfirmation, {})).code === 200;
    if (!isFirst) successData(await client.send(CALLS.sendLaterConfirmation, {}));

    const body = { otpCode: await newestCode(app, phone) };
    successData(
      await client.send(isFirst ? CALLS.checkFirstConfirmation : CALLS.checkLaterConfirmation, {
        body,
      }),
    );
  }

  async function link(
    bizStatus: typeof UserStatus.registered | typeof UserStatus.certified = UserStatus.certified,
  ) {
    const user = await aSignedInUser(app, { bizStatus });
    const link = await createLink(app, user.userId);
    return { ...user, body: { ...link, registerClientType: 1 as const } };
  }

  const open = (
    client: TestClient,
    body: Awaited<ReturnType<typeof link>>['body'],
    requestId = randomUUID(),
  ) => client.send(CALLS.openTokenLogin, { body, requestId });

  return { app, link, confirmByCode, open };
}
