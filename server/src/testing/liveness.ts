import type { BodyOf } from '@noren/contract/call';
import { CALLS } from '@noren/contract/index';
import type { Pose } from '@noren/core/people/liveness';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach } from 'vitest';
import { type FakeUpload, fakeUploadFile, makeFakeKyc } from './fake-kyc.ts';
import type { TestApp, TestClient } from './start-app.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, successData } from './users.ts';

/**
 * An app with the fake KYC engine, two hours later in each test, and the contents of its file store:
 * each file's binding by its id.
 */
export async function useLivenessApp(): Promise<{ app: TestApp; stored: Map<string, string> }> {
  const app = await useApp({ kyc: makeFakeKyc() });
  beforeEach(() => app.advance(2 * 3_600_000));

  const stored = new Map<string, string>();
  const { put, remove } = app.deps.files;

  app.deps.files.put = async (bytes, binding) => {
    const id = await put(bytes, binding);
    stored.set(id, binding.aad);
    return id;
  };

  app.deps.files.remove = async (id) => {
    stored.delete(id);
    await remove(id);
  };

  return { app, stored };
}

export type LivenessSession = { transactionId: string; poses: readonly Pose[] };

export const startLiveness = async (
  client: TestClient,
  body: BodyOf<typeof CALLS.startLiveness> = {},
): Promise<LivenessSession> => successData(await client.send(CALLS.startLiveness, { body }));

/** Sends a frame for each requested pose, correct except for the given changes. */
export const checkLiveness = (
  client: TestClient,
  { transactionId, poses }: LivenessSession,
  written: FakeUpload = {},
) => {
  const files = poses.map((pose) => fakeUploadFile({ pose, ...written }));
  return client.send(CALLS.checkLiveness, { body: { transactionId }, files });
};

export const readLiveness = async (client: TestClient) =>
  successData(await client.send(CALLS.readingDetail, {})).liveness;

export const livenessRefusal = (reason: string) => ({
  code: 409,
  data: { reason: `liveness_${reason}` },
});

/** A frame too dark to be judged. */
export const darkFrame: FakeUpload = { frame: { light: 1 } };

/** A user whose next step is the face check. */
export const aUserDueIdentity = (app: TestApp) =>
  aSignedInUser(app, { bizStatus: UserStatus.identityDue });
