import { CALLS } from '@noren/contract/index';
import { PHONE_CHANGE_WAIT_MS } from '@noren/core/people/phone-change';
import { beforeEach } from 'vitest';
import { finishPhoneChange } from '../processes/phone-change/finish-phone-change.ts';
import { readSandboxMessages } from '../sandbox/phone/store.ts';
import { sweep } from '../schedule/sweep.ts';
import { proposeDetails } from './decisions.ts';
import { makeFakeKyc } from './fake-kyc.ts';
import { checkLiveness, startLiveness } from './liveness.ts';
import { runJobs } from './loans.ts';
import type { TestApp, TestClient } from './start-app.ts';
import { useApp } from './use-app.ts';
import { aPhoneNumber, aSignedInUser, type SignedInUser, successData } from './users.ts';

type Person = { client: TestClient };

/** An app, and users who change their number. */
export async function usePhoneChanges() {
  const app = await useApp({ kyc: makeFakeKyc() });
  beforeEach(() => app.advance(25 * 3_600_000));

  return { app, ...makePhoneChanges(app) };
}

/** The last code that a number was sent. */
export async function readLastCode({ deps }: TestApp, phone: string): Promise<string> {
  const messages = await readSandboxMessages(deps.db, phone);
  return messages.find(({ values }) => values.code)?.values.code ?? 'none';
}

/** What a test does with a change of a phone number, on one app. */
export function makePhoneChanges(app: TestApp) {
  /** A certified borrower who entered a code a minute ago. */
  const aBorrower = async (): Promise<SignedInUser> => {
    const who = await aSignedInUser(app);
    app.advance(60_000);
    return who;
  };

  const sendCodeTo = ({ client }: Person, phone: string) =>
    client.send(CALLS.sendNewPhoneCode, { body: { phone } });

  const readCode = (phone: string) => readLastCode(app, phone);

  const begin = async (who: Person, phone: string) => {
    const { otpRef } = successData(await sendCodeTo(who, phone));
    const code = await readCode(phone);
    return who.client.send(CALLS.beginPhoneChange, { body: { phone, otpRef, code } });
  };

  /** Requests another number, with its code and a face check that passes. */
  const change = async (who: Person, phone = aPhoneNumber()): Promise<string> => {
    successData(await begin(who, phone));
    const session = await startLiveness(who.client);
    const { outcome } = successData(await checkLiveness(who.client, session, { similarity: 0.9 }));
    if (outcome !== 'passed') throw new Error(`the face check is ${outcome}`);

    return phone;
  };

  const finish = ({ userId }: SignedInUser) => finishPhoneChange(app.deps, { userId });

  return {
    aBorrower,
    sendCodeTo,
    readCode,
    begin,
    change,
    finish,
    view: async ({ client }: Person) => successData(await client.send(CALLS.viewPhoneChange, {})),
    stop: async ({ client }: Person) =>
      successData(await client.send(CALLS.stopPhoneChange, { body: {} })),

    async waitAndFinish(): Promise<void> {
      app.advance(PHONE_CHANGE_WAIT_MS);
      await sweep(app.deps);
      await runJobs(app);
    },

    /** The user's number as it is shown, and why the last change was stopped. */
    async readState({ userId }: SignedInUser) {
      const { db } = app.deps;
      const user = await db
        .selectFrom('users')
        .select('maskedPhone')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow();
      const last = await db
        .selectFrom('phone_changes')
        .select('stoppedBecause')
        .where('userId', '=', userId)
        .orderBy('changeId', 'desc')
        .executeTakeFirst();
      return { number: user.maskedPhone, because: last?.stoppedBecause ?? null };
    },

    /** A request of the lender's staff about a person. */
    aStaffRequest: ({ userId }: SignedInUser) =>
      proposeDetails(app.deps, { kind: 'lending_freeze', userId, detail: { isFrozen: true } }),
  };
}
