import { afterEach, beforeEach, expect, test } from 'vitest';
import { type IfscDouble, startIfscDouble } from '../../testing/ifsc-double.ts';
import { makeBranchDirectory } from './branch-directory.ts';

const DAY = 86_400_000;
let double: IfscDouble;
let time = Date.UTC(2026, 10, 24);
const now = () => time;

beforeEach(async () => {
  double = await startIfscDouble();
});

afterEach(() => double.close());

test('a branch has the name and city of the service, which is sent the IFSC and nothing else', async () => {
  const directory = makeBranchDirectory(double.access, now);
  expect(await directory.find('SRCB0JCB002')).toEqual({
    bankName: 'Saraswat Co-operative Bank',
    branchName: 'JIJAU COMMERCIAL CO-OP BANK LTD, MAIN BRANCH',
    city: 'AMRAVATI',
  });
  expect(double.asked.map(({ line }) => line)).toEqual(['GET /SRCB0JCB002']);

  const usual = [
    'accept',
    'accept-encoding',
    'accept-language',
    'connection',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ];
  expect(usual).toEqual(expect.arrayContaining([...double.asked[0]!.headers]));
});

test('a branch is asked for once in 30 days, also when two ask at the same time', async () => {
  const directory = makeBranchDirectory(double.access, now);
  await Promise.all([directory.find('SRCB0JCB002'), directory.find('SRCB0JCB002')]);
  time += 30 * DAY - 1;
  await directory.find('SRCB0JCB002');
  expect(double.asked).toHaveLength(1);
  time += 1;
  double.fields = { CITY: 'NAGPUR' };
  expect(await directory.find('SRCB0JCB002')).toMatchObject({ city: 'NAGPUR' });
  expect(double.asked).toHaveLength(2);
});

test('a code the service does not have is asked for again after a day', async () => {
  const directory = makeBranchDirectory(double.access, now);
  expect(await directory.find('HDFC0999999')).toBe('unknown');
  expect(await directory.find('HDFC0999999')).toBe('unknown');
  expect(double.asked).toHaveLength(1);
  time += DAY;
  await directory.find('HDFC0999999');
  expect(double.asked).toHaveLength(2);
});

test.each([
  ['silent', 'silent' as const],
  ['an error', { status: 500, body: '{}' }],
  ['a refusal', { status: 429, body: '"Too many"' }],
  ['no JSON', { status: 200, body: '<html>' }],
  ['another shape', { status: 200, body: '{"IFSC":1}' }],
  ['another branch', { status: 200, body: '{"IFSC":"SBIN0000001","CITY":"DELHI"}' }],
])(
  'while the service is away (%s) every code says so, and nobody waits for it for half a minute',
  async (_, behaviour) => {
    const directory = makeBranchDirectory(double.access, now);
    double.behaviour = behaviour;
    expect(await directory.find('SRCB0JCB002')).toBe('away');
    expect(await directory.find('SBIN0000002')).toBe('away');
    expect(double.asked).toHaveLength(1);
    double.behaviour = 'answers';
    time += 30_000;
    expect(await directory.find('SRCB0JCB002')).toMatchObject({ city: 'AMRAVATI' });
  },
);

test('an address where nothing listens is away', async () => {
  const directory = makeBranchDirectory({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 300 }, now);
  expect(await directory.find('SRCB0JCB002')).toBe('away');
});

test('a city that is empty, missing or NA is none', async () => {
  for (const CITY of ['', ' ', 'NA', null, undefined, 'X'.repeat(81)]) {
    double.fields = { CITY, BRANCH: ' KALOOR \n EAST' };

    const directory = makeBranchDirectory(double.access, now);
    expect(await directory.find('SRCB0JCB002')).toMatchObject({
      branchName: 'KALOOR EAST',
      city: null,
    });
  }
});

test('at most eight requests wait for the service at once', async () => {
  const directory = makeBranchDirectory(double.access, now);
  const codes = Array.from({ length: 12 }, (_, at) => `SBIN00000${10 + at}`);
  const found = await Promise.all(codes.map((ifsc) => directory.find(ifsc)));

  expect(found.filter((branch) => branch !== 'away')).toHaveLength(8);
  expect(double.asked).toHaveLength(8);
});
