import { CALLS } from '@noren/contract/index';
import type { Pose } from '@noren/core/people/liveness';
import { UserStatus } from '@noren/core/people/status';
import { given, granted } from './given.ts';
import { startApp, type TestApp, type TestClient } from './start-app.ts';
import { type Written, writtenFile, writtenKyc } from './written-kyc.ts';

/** An app that reads what is written into its pictures, and what lies in its file store: the binding of each by its id. */
export async function startLivenessApp(): Promise<{ app: TestApp; stored: Map<string, string> }> {
  const app = await startApp({ kyc: writtenKyc() });
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

export type Begun = { transactionId: string; poses: readonly Pose[] };

export const start = async (client: TestClient, mode?: 'camera' | 'upload'): Promise<Begun> =>
  granted(await client.send(CALLS.startLiveness, { body: { ...(mode ? { mode } : {}) } }));

/** Sends a frame for each pose asked for, each as it should be but for what is written. */
export const check = (client: TestClient, { transactionId, poses }: Begun, written: Written = {}) => {
  const files = poses.map((pose) => writtenFile({ pose, ...written }));
  return client.send(CALLS.checkLiveness, { body: { transactionId }, files });
};

export const livenessOf = async (client: TestClient) => granted(await client.send(CALLS.readingDetail, {})).liveness;

export const refused = (reason: string) => ({ code: 409, data: { reason: `liveness_${reason}` } });

/** A frame too dark to be judged. */
export const dark: Written = { frame: { light: 1 } };

/** Somebody whose face is to be checked next. */
export const borrower = (app: TestApp) => given.user(app, { bizStatus: UserStatus.identityDue });
