import { CALLS } from '@noren/contract/index';
import { consentTexts } from '@noren/core/people/consent';
import { beforeEach } from 'vitest';
import { readIdentity } from '../people/certification/store.ts';
import { samplePerson } from '../sandbox/samples/sample-person.ts';
import { layOutFile, packFile, signFile } from '../sandbox/samples/sign-file.ts';
import { type FakeUpload, fakeUploadFile, makeFakeKyc } from './fake-kyc.ts';
import { makePhoneChanges, readLastCode } from './phone-changes.ts';
import type { TestApp, TestClient } from './start-app.ts';
import { testIssuer } from './test-issuer.ts';
import { useApp } from './use-app.ts';
import { aPhoneNumber, successData } from './users.ts';

const SHARE_CODE = 'Zq#7';

/** What a stranger, or the owner, says of an account that they cannot sign in to. */
export interface Claim {
  readonly oldPhone: string;
  readonly pan: string;
}

/** An app, and owners who lost their phone. */
export async function useLostPhones() {
  const app = await useApp({ kyc: makeFakeKyc() });
  const phones = makePhoneChanges(app);
  const lost = makeLostPhones(app);

  beforeEach(() => app.advance(8 * 24 * 3_600_000));

  const readActs = (userId: string, action: string) =>
    app.deps.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('userId', '=', userId)
      .where('action', '=', action)
      .orderBy('auditId')
      .execute();

  /** Somebody who lost the phone, with a ticket on another one. */
  async function aLoser() {
    const who = await phones.aBorrower();
    const client = app.client();
    const phone = aPhoneNumber();
    const { ticket } = successData(await lost.begin(client, await lost.aClaim(who), phone));

    return { who, client, phone, ticket };
  }

  return { app, phones, lost, aLoser, readActs };
}

/** What a test does as somebody who lost the phone, on one app. */
export function makeLostPhones(app: TestApp) {
  const { db, crypto } = app.deps;

  const requireIdentity = async (userId: string) => {
    const identity = await readIdentity(db, crypto, userId);
    if (!identity) throw new Error('the account has no identity');
    return identity;
  };

  /** The claim of somebody who knows the number and the PAN of an account. */
  const aClaim = async ({ userId, phone }: { userId: string; phone: string }): Promise<Claim> => {
    const { pan } = await requireIdentity(userId);
    return { oldPhone: phone, pan };
  };

  const begin = async (client: TestClient, claim: Claim, phone = aPhoneNumber()) => {
    const { otpRef } = successData(await client.send(CALLS.sendLostPhoneCode, { body: { phone } }));
    const code = await readLastCode(app, phone);
    const agreedVersion = consentTexts.face_check.textVersion;

    return client.send(CALLS.beginLostPhone, {
      body: { ...claim, phone, otpRef, code, agreedVersion },
    });
  };

  const startFace = (client: TestClient, ticket: string) =>
    client.send(CALLS.startLostFace, { body: { ticket } });

  const sendFrames = (
    client: TestClient,
    { transactionId, poses }: { transactionId: string; poses: readonly FakeUpload['pose'][] },
    written: FakeUpload,
  ) =>
    client.send(CALLS.checkLostFace, {
      body: { transactionId },
      files: poses.map((pose) => fakeUploadFile({ ...(pose && { pose }), ...written })),
    });

  /** One face check after the other steps; its similarity is to the card, where there is one. */
  const tryFace = async (client: TestClient, ticket: string, similarity: number) =>
    sendFrames(client, successData(await startFace(client, ticket)), { similarity });

  /** The account's person, as a card or a file names them. */
  const aHolder = async ({ userId }: { userId: string }) => {
    const { name, birthDay, aadhaarLast4 } = await requireIdentity(userId);
    return { ...samplePerson(1), name, birthDay, aadhaar: `99999999${aadhaarLast4}` };
  };

  return {
    aClaim,
    aHolder,
    begin,
    startFace,
    sendFrames,
    tryFace,

    /** A genuine file of the account's person, which the issuer gave to `mobile`. */
    async aFile(who: { userId: string }, mobile: string, other = {}): Promise<Blob> {
      const person = await aHolder(who);
      const request = { mobile, shareCode: SHARE_CODE, photo: Buffer.from('{}') };
      const issuedAt = app.deps.now() - 60_000;
      const laidOut = layOutFile({ ...request, person: { ...person, ...other }, issuedAt });
      const zip = await packFile(signFile(laidOut, testIssuer()), SHARE_CODE);

      return new Blob([zip as Uint8Array<ArrayBuffer>]);
    },

    sendFile: (client: TestClient, ticket: string, file: Blob) =>
      client.send(CALLS.sendLostFile, { body: { ticket, shareCode: SHARE_CODE }, file }),
  };
}
