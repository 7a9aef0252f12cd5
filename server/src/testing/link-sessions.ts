import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach } from 'vitest';
import { createLinkToken } from '../notifications/sign-in-link-store.ts';
import type { TestApp, TestClient } from './start-app.ts';
import { useApp } from './use-app.ts';
import {
  aSignedInUser,
  newestCode,
  type SignedInUser,
  successData,
  type UserOptions,
} from './users.ts';

/** The two halves of a new link's token. */
export async function createLink({ deps }: TestApp, userId: string) {
  const channel = 'whatsapp-7';
  const token = await createLinkToken(deps.db, { userId, channel, now: deps.now() });
  const [taskId = '', uniqueChannel = ''] = token.split('.');

  return { taskId, uniqueChannel };
}

/** An app, and sessions that a link opened. */
export async function useLinkSessions() {
  const app = await useApp();
  beforeEach(() => app.advance(25 * 3_600_000));

  /** A user with the given onboarding status, on a device signed in by a link only. */
  async function byLink(
    bizStatus: UserOptions['bizStatus'],
    client = app.client(),
  ): Promise<SignedInUser> {
    const user = await aSignedInUser(app, { bizStatus: bizStatus ?? UserStatus.certified });
    client.token = successData(await open(client, user.userId)).token;
    return { ...user, client };
  }

  async function open(client: TestClient, userId: string, clientType: 1 | 2 = 1) {
    const body = { ...(await createLink(app, userId)), registerClientType: clientType };
    return client.send(CALLS.openTokenLogin, { body });
  }

  async function enterCode({ client, phone }: SignedInUser): Promise<void> {
    successData(await client.send(CALLS.sendFirstConfirmation, {}));
    successData(
      await client.send(CALLS.checkFirstConfirmation, {
        body: { otpCode: await newestCode(app, phone) },
      }),
    );
  }

  /** A user, and the link that they opened a minute ago. */
  async function aUsedLink() {
    const user = await aSignedInUser(app, { bizStatus: UserStatus.certified });
    const link = await createLink(app, user.userId);

    successData(
      await app.client().send(CALLS.openTokenLogin, { body: { ...link, registerClientType: 1 } }),
    );
    app.advance(61_000);

    return { ...user, link };
  }

  /** The body that signs in by the code to which a used link led. */
  const signInBody = (
    link: { taskId: string; uniqueChannel: string },
    code: { otpRef: string; code: string },
  ) => ({
    ...code,
    link,
    agreed: true as const,
    policyVersion: app.deps.appConfig.policyVersion,
    language: 'en' as const,
  });

  return {
    app,
    byLink,
    createLink: (userId: string) => createLink(app, userId),
    open,
    enterCode,
    aUsedLink,
    signInBody,
  };
}
