import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultProducts } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  landingTerms,
  makeAppConfigReader,
  makeFixedConfig,
  readLenderFile,
  sandboxLender,
} from './app-config.ts';
import { makeAppConfig } from './open-app-config.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noren-lender-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileWith(content: unknown): Promise<string> {
  const path = join(folder, 'lender.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const today = businessDay('2026-11-20');
const n30 = defaultProducts.filter(({ code }) => code === 'N30');

test('the landing page’s example is a first loan, priced like a real one', () => {
  const terms = landingTerms(defaultProducts, today, rupees(80_000));
  expect(terms).toMatchObject({
    tenorDays: { least: 7, most: 30 },
    interestPpmPerDayFrom: 800,
    hasRegularOnly: true,
  });

  expect(terms?.example).toEqual({
    productCode: 'N15',
    principalPaise: 1_000_000,
    tenorDays: 15,
    feePaise: 30_000,
    gstPaise: 5_400,
    interestPaise: 15_000,
    netPaise: 964_600,
    totalPaise: 1_015_000,
    aprHundredths: terms?.example?.aprHundredths,
  });

  const n15 = defaultProducts.find(({ code }) => code === 'N15');
  expect(n15?.minBizStatus).toBe(UserStatus.certified);
});

test('the example keeps to what a first loan and the configured maximum allow', () => {
  expect(landingTerms(defaultProducts, today, rupees(4_700))?.example).toMatchObject({
    principalPaise: 450_000,
  });
  expect(landingTerms(n30, today, rupees(80_000))).toMatchObject({
    tenorDays: { most: 30 },
    example: null,
  });
  expect(landingTerms([], today, rupees(80_000))).toBeNull();
});

test('the landing page says that some loans are for regular borrowers only while that is so', () => {
  const forAll = defaultProducts.filter(({ code }) => code !== 'N30');
  expect(landingTerms(forAll, today, rupees(80_000))).toMatchObject({ hasRegularOnly: false });
});

describe('the prices', () => {
  test('of a new product version are shown without a restart, and the last ones while the database is away', async () => {
    const time = { now: 0 };
    const state = { offered: defaultProducts, isAway: false, isGuideShown: true };
    const read = makeAppConfigReader({
      fixed: makeFixedConfig({
        hasAutopay: false,
        identityServices: [],
        lender: sandboxLender,
        isSandbox: true,
        sendsEmail: true,
        maxLoanRupees: 50_000,
      }),
      now: () => time.now,
      today: () => today,
      readSettings: async () => ({ gpGuideShow: state.isGuideShown }),
      readFirstLimit: async () => rupees(20_000),
      readOffered: async () => {
        if (state.isAway) throw new Error('away');
        return state.offered;
      },
    });
    const most = async () => (await read()).terms?.tenorDays.most;

    expect([(await read()).maxLoanPaise, await most()]).toEqual([5_000_000, 30]);
    state.offered = defaultProducts.filter(({ code }) => code !== 'N30');
    state.isGuideShown = false;
    expect([await most(), (await read()).gpGuideShow]).toEqual([30, true]);
    time.now += 30_000;
    expect([await most(), (await read()).gpGuideShow]).toEqual([15, false]);
    time.now += 30_000;
    state.isAway = true;
    expect(await most()).toBe(15);
  });
});

test.each([
  [false, { panRegister: null, digiLocker: null }, []],
  [false, { panRegister: {}, digiLocker: null }, ['pan_register']],
  [false, { panRegister: null, digiLocker: {} }, ['digilocker']],
  [true, { panRegister: null, digiLocker: null }, ['pan_register', 'digilocker']],
])('sandbox %s, services %o: the policy names %o', (isSandbox, services, named) => {
  const config = { isSandbox, ...services, mail: null, razorpay: null, NOREN_MAX_LOAN_RUPEES: 1 };
  const { appConfig } = makeAppConfig({ config } as never, sandboxLender);
  expect(appConfig.identityServices).toEqual(named);
});

describe('the lender file', () => {
  test('is read', async () => {
    expect(await readLenderFile(await fileWith(sandboxLender))).toEqual(sandboxLender);
  });

  test.each([
    ['that is missing', null, 'none.json cannot be read (ENOENT)'],
    ['that is empty', {}, 'missing or wrong: lender, appGrievance, staffService, complaints'],
    [
      'without a registration number',
      { ...sandboxLender, lender: { ...sandboxLender.lender, registrationNo: 1 } },
      'missing or wrong: lender.registrationNo',
    ],
    [
      'that deletes recordings too early',
      {
        ...sandboxLender,
        staffService: { ...sandboxLender.staffService, callsRecordedMonths: 5 },
      },
      'staffService.callsRecordedMonths is below 6',
    ],
  ])('%s fails the start with a one-line error', async (_, content, says) => {
    const path = content === null ? join(folder, 'none.json') : await fileWith(content);
    const error: unknown = await readLenderFile(path).catch((cause: unknown) => cause);
    expect((error as Error).message).toMatch(/^NOREN_LENDER_FILE is not usable: [^\n]+$/);
    expect((error as Error).message).toContain(says);
  });

  test('that operations show as an example is one', async () => {
    const example = fileURLToPath(new URL('../../../../ops/lender.example.json', import.meta.url));
    expect(Object.keys(await readLenderFile(example))).toEqual(Object.keys(sandboxLender));
  });

  test('that is not JSON fails it too', async () => {
    const path = join(folder, 'half.json');
    await writeFile(path, '{');
    await expect(readLenderFile(path)).rejects.toThrow(
      /^NOREN_LENDER_FILE is not usable: .*half\.json is no JSON \(/,
    );
  });
});
