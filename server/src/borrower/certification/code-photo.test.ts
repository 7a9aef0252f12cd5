import { CALLS } from '@noren/contract/index';
import { businessDay } from '@noren/core/money/time';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { UserStatus } from '@noren/core/people/status';
import { afterEach, expect, test } from 'vitest';
import { readSource, writeSource } from '../../people/certification/source-store.ts';
import { KycEngineError } from '../../platform/ports/kyc.ts';
import { checkRetention } from '../../processes/self-checks/check-retention.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { layOutCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { checkLiveness, darkFrame, startLiveness } from '../../testing/liveness.ts';
import { testIssuer, testSources } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const kyc = makeFakeKyc();
const { openPhoto, checkFrames } = kyc;
const app = await useApp({ kyc });
const { db, crypto } = app.deps;
let seed = 7000;

afterEach(() => {
  Object.assign(app.deps.kyc, { openPhoto, checkFrames });
});

/** Somebody whose two other cards were read; the back of the Aadhaar card has a code with a photo. */
async function aPerson() {
  seed += 1;
  const person = samplePerson(seed);
  const user = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const { client, userId } = user;
  const { name, birthDay, pan, aadhaar, pin } = person;
  const photo = Buffer.from('{"frame":{}}');
  const code = signCode(layOutCode(person, { photo }), testIssuer());

  const send = async (type: 'panFront' | 'aadhaarFront' | 'aadhaarBack', fields: OcrFields) =>
    successData(
      await client.send(CALLS.readDocument, {
        body: { type },
        file: fakeUploadFile({
          reading: { outcome: 'read', fields, missing: [] },
          ...(type === 'aadhaarBack' && { code }),
        }),
      }),
    );

  const print = { name, birthDay: businessDay(birthDay) };
  await send('panFront', { ...print, pan });
  await send('aadhaarFront', { ...print, aadhaar });

  return {
    ...user,
    code,
    sendCode: () => send('aadhaarBack', { aadhaar, pin }),
    passFace: async (written = {}) =>
      successData(await checkLiveness(client, await startLiveness(client), written)),
    uploadFace: async (written = {}) => {
      const { transactionId } = await startLiveness(client, { mode: 'upload' });
      return successData(
        await client.send(CALLS.checkLiveness, {
          body: { transactionId },
          files: [fakeUploadFile(written)],
        }),
      );
    },
    save: async () =>
      successData(
        await client.send(CALLS.saveIdentity, { body: { name, birthDay, pan, aadhaar: null } }),
      ),
    source: () => readSource(db, crypto, userId),
  };
}

type Person = Awaited<ReturnType<typeof aPerson>>;

/** As the same card sent from another tab. */
async function replaceSource({ userId, code }: Person): Promise<void> {
  const reading = testSources.readCode(code);
  if (!reading.ok) throw new Error(reading.reason);

  const { photo: _, ...identity } = reading.identity;
  await writeSource(db, crypto, userId, {
    identity,
    photoFileId: null,
    photoResult: 'waiting',
    document: 'aadhaarBack',
    consentVersion: 'v1',
    now: app.deps.now(),
  });
}

const readReasons = async ({ userId }: Person) =>
  (
    await db
      .selectFrom('identities')
      .select('reasons')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
  ).reasons;

const LIKE = { similarity: 0.9 };

/** A face like that on the card, and unlike the photo in its code. */
async function passUnlikePhoto(who: Person): Promise<void> {
  app.deps.kyc.checkFrames = async (input) => {
    const reading = await checkFrames(input);
    return input.frames.length === 1 ? { ...reading, similarity: 0.01 } : reading;
  };
  expect(await who.passFace(LIKE)).toMatchObject({ outcome: 'passed' });
}

const roads: [string, (who: Person) => Promise<void>, 'photo' | 'photo_not_compared'][] = [
  [
    'sent after the face check',
    async (who) => {
      await who.sendCode();
      await who.passFace(LIKE);
      await who.sendCode();
    },
    'photo_not_compared',
  ],
  [
    'sent again after a face unlike its photo',
    async (who) => {
      await who.sendCode();
      await passUnlikePhoto(who);
      await who.sendCode();
    },
    'photo',
  ],
  [
    'replaced while the face is measured',
    async (who) => {
      await who.sendCode();
      let isSent = false;
      app.deps.kyc.checkFrames = async (input) => {
        if (input.frames.length === 1) {
          isSent = true;
          await replaceSource(who);
        }

        return checkFrames(input);
      };
      await who.passFace(LIKE);
      expect(isSent).toBe(true);
    },
    'photo_not_compared',
  ],
  [
    'in whose photo no face is found',
    async (who) => {
      await who.sendCode();
      await who.passFace();
    },
    'photo_not_compared',
  ],
  [
    'beside a face check that failed three times',
    async (who) => {
      await who.sendCode();
      for (let i = 0; i < 3; i++) await who.passFace(darkFrame);
    },
    'photo_not_compared',
  ],
  [
    'beside one picture that was uploaded',
    async (who) => {
      await who.sendCode();
      expect(await who.uploadFace(LIKE)).toMatchObject({ outcome: 'review' });
    },
    'photo_not_compared',
  ],
  [
    'beside a face on a screen or a print',
    async (who) => {
      await who.sendCode();
      app.deps.kyc.checkFrames = async (input) => {
        const { frames, ...more } = await checkFrames(input);
        const print = { live: 0.2, real: 0.2 };
        const shown = frames.map(({ face, ...frame }) => ({
          ...frame,
          ...(face && { face: { ...face, ...print } }),
        }));
        return { ...more, frames: shown };
      };
      expect(await who.passFace(LIKE)).toMatchObject({ outcome: 'review' });
    },
    'photo_not_compared',
  ],
  [
    'whose photo cannot be opened',
    async (who) => {
      app.deps.kyc.openPhoto = async () => null;
      await who.sendCode();
      await who.passFace(LIKE);
    },
    'photo_not_compared',
  ],
  [
    'whose photo crashes the decoder',
    async (who) => {
      app.deps.kyc.openPhoto = () => Promise.reject(new KycEngineError('crashed'));
      await who.sendCode();
      await who.passFace(LIKE);
    },
    'photo_not_compared',
  ],
];

test.each(roads)('a genuine card %s goes to a reviewer', async (_, walk, difference) => {
  const who = await aPerson();
  await walk(who);
  await who.save();

  expect(await who.source()).toMatchObject({ verdict: 'differs', differences: [difference] });
  expect(await readReasons(who)).toContain('source_differs');
  const checked = await db
    .transaction()
    .execute((tx) => checkRetention(tx, { today: app.deps.today(), now: app.deps.now() }));
  expect(checked.problems).toEqual([]);
});
