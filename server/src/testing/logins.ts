import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import type { Language } from '@noren/contract/languages';
import { beforeEach } from 'vitest';
import type { TestClient } from './start-app.ts';
import { useApp } from './use-app.ts';

type CodeEntry = {
  phone: string;
  otpRef: string;
  code: string;
  language?: Language;
  isLanguageChosen?: true;
};

export type RequestedCode = { client: TestClient; phone: string; otpRef: string; code: string };

/** An app, and phones that sign in. */
export async function useLogins() {
  const app = await useApp();
  // All clients share one address: move past the longest rate-limit window between tests.
  beforeEach(() => app.advance(25 * 3_600_000));

  function enter(client: TestClient, body: CodeEntry, requestId = randomUUID()) {
    const { policyVersion } = app.deps.appConfig;
    return client.send(CALLS.checkOtpLogin, {
      body: { agreed: true, policyVersion, language: 'en', ...body },
      requestId,
    });
  }

  return { app, enter };
}
