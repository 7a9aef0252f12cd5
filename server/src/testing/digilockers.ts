import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { readSource } from '../people/certification/source-store.ts';
import { makeLog } from '../platform/log.ts';
import { makeDigiLocker } from '../providers/identity/digilocker-http.ts';
import { layOutEAadhaar, signEAadhaar } from '../sandbox/samples/e-aadhaar.ts';
import { type SamplePerson, samplePerson } from '../sandbox/samples/sample-person.ts';
import { startDigiLockerDouble } from './digilocker-double.ts';
import { makeFakeKyc } from './fake-kyc.ts';
import { FACE_PHOTO, sendCard } from './identity-documents.ts';
import { setCeiling } from './level-ceilings.ts';
import { useConsole } from './staff.ts';
import { testIssuer } from './test-issuer.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from './users.ts';

export { passFace } from './identity-documents.ts';

export const logged: string[] = [];
const log = makeLog({ NOREN_LOG_LEVEL: 'debug' }, { write: (line) => logged.push(line) });
export type Who = SignedInUser & { person: SamplePerson };

export const openPage = async ({ client }: SignedInUser): Promise<string> =>
  successData(await client.send(CALLS.openDigiLocker, { body: {} })).page;

export const comeBack = (
  { client }: Pick<SignedInUser, 'client'>,
  body: { state: string; code: string },
) => client.send(CALLS.readDigiLocker, { body });

export const refusal = (reason: string) => ({ code: 400, data: { reason } });

export async function sendPan({ client, person: { name, birthDay, pan } }: Who): Promise<void> {
  const fields = { name, birthDay: businessDay(birthDay), pan };
  successData(await sendCard({ client }, 'panFront', fields));
}

/** An app that asks DigiLocker. */
export async function useDigiLocker() {
  const double = await startDigiLockerDouble();
  afterAll(() => double.close());

  const digiLocker = makeDigiLocker(double.access);

  const app = await useApp({
    kyc: makeFakeKyc(),
    log,
    providers: () => ({ usesDigiLocker: true, digiLocker }),
  });
  const { db, crypto } = app.deps;
  const console = await useConsole(app);
  /** The seed of the newest person. */
  const made = { seed: 9_000 };

  beforeAll(() => setCeiling(app, 'document_seen', rupees(5_000)));

  afterEach(() => {
    Object.assign(double, { token: 'answers', document: 'answers' });
  });

  /** Somebody at the identity step, and the person in their DigiLocker. */
  async function aPerson() {
    made.seed += 1;
    const user = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
    return { ...user, person: samplePerson(made.seed) };
  }

  const write = (person: SamplePerson) =>
    signEAadhaar(
      layOutEAadhaar({ person, issuedAt: app.deps.now() - 60_000, photo: FACE_PHOTO }),
      testIssuer(),
    );

  /** Opens DigiLocker's page and allows there what is to be fetched. */
  const visit = async (who: Who, person = who.person) =>
    double.allow(await openPage(who), write(person));

  const sourceFor = ({ userId }: Pick<SignedInUser, 'userId'>) => readSource(db, crypto, userId);

  return Object.assign(made, {
    double,
    app,
    console,
    aPerson,
    digiLocker,
    db,
    crypto,
    write,
    visit,
    sourceFor,
  });
}
