import { buildAddress } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import type { FirstViewSource } from '@noren/contract/public';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach, describe, expect, test } from 'vitest';
import { anActiveLoan } from '../../testing/loans.ts';
import { useApp } from '../../testing/use-app.ts';
import {
  aSignedInUser,
  becomeLinkSession,
  type SignedInUser,
  successData,
} from '../../testing/users.ts';

const app = await useApp();
const who = await aSignedInUser(app);
const repayId = await anActiveLoan(app, who);

const BUILD = 'this build';
let rendered: FirstViewSource[] = [];

let render = async (source: FirstViewSource): Promise<string> => {
  rendered.push(source);
  return '<main></main>';
};

Object.assign(app.deps, {
  webApp: { build: BUILD, shell: { writeFirstView: (source: FirstViewSource) => render(source) } },
});

beforeEach(() => {
  rendered = [];
});

const open = async (
  { client }: SignedInUser,
  at: string,
  more: { build?: string; hidesAmounts?: '1' } = {},
) => successData(await client.send(CALLS.firstView, { query: { at, build: BUILD, ...more } }));

const HOME = [
  [CALLS.userStatus, {}],
  [CALLS.creditInfo, {}],
  [CALLS.billList, { query: { borrowType: '0' } }],
  [CALLS.productList, { params: { param: 'home' } }],
  [CALLS.carousel, {}],
  [CALLS.realName, {}],
] as const;

const ORDER = [
  [CALLS.userStatus, {}],
  [CALLS.billList, { query: { borrowType: '0' } }],
  [CALLS.billList, { query: { borrowType: '1' } }],
] as const;

const REPAY = [
  [CALLS.userStatus, {}],
  [CALLS.repayDetail, { params: { repayId }, query: {} }],
] as const;

/** What the calls answer by themselves. */
const askEach = ({ client }: SignedInUser, calls: typeof HOME | typeof ORDER | typeof REPAY) =>
  Promise.all(
    calls.map(async ([declared, input]) => ({
      address: buildAddress(declared, input),
      answer: await client.send(declared, input as never),
    })),
  );

describe('the answers of a first view are those of its calls by themselves', () => {
  test.each([
    ['home', '/home', HOME],
    ['orders', '/order', ORDER],
    ['an order opened by a link', `/order?id=${repayId}`, ORDER],
    ['repayment', `/repay/${repayId}`, REPAY],
  ] as const)('%s', async (_, at, calls) => {
    const { answers, html } = await open(who, at);
    expect(answers).toEqual(await askEach(who, calls));
    expect(html).toBe('<main></main>');

    const data = Object.fromEntries(answers.map(({ address, answer }) => [address, answer.data]));
    expect(rendered).toMatchObject([{ at, language: 'en', answers: data, hidesAmounts: false }]);
  });

  test('a borrower who is not certified gets the refusals, and no HTML', async () => {
    const newcomer = await aSignedInUser(app, { bizStatus: UserStatus.registered });
    const { answers, html } = await open(newcomer, '/home');

    expect(answers).toEqual(await askEach(newcomer, HOME));
    expect(answers[1]?.answer.code).toBe(CODES.notCertified);
    expect([html, rendered]).toEqual([null, []]);
  });

  test('a session of a link is not shown the name, which takes a code', async () => {
    const visitor = await aSignedInUser(app);
    await becomeLinkSession(app, visitor);

    const { answers, html } = await open(visitor, '/home');
    expect(answers).toEqual(await askEach(visitor, HOME));
    expect(answers.map(({ answer }) => answer.code).slice(4)).toEqual([
      CODES.success,
      CODES.confirmByCode,
    ]);
    expect(html).toBe('<main></main>');
    expect(Object.keys(rendered[0]?.answers ?? {})).not.toContain(CALLS.realName.path);
  });
});

test('an order of somebody else stays unknown', async () => {
  const other = await aSignedInUser(app);
  const { answers, html } = await open(other, `/repay/${repayId}`);

  expect(answers.map(({ answer }) => answer.code)).toEqual([CODES.success, CODES.notFound]);
  expect(JSON.stringify(answers)).not.toContain('principalPaise');
  expect([html, rendered]).toEqual([null, []]);
});

test('two borrowers at once are each rendered from their own answers', async () => {
  const other = await aSignedInUser(app);
  await Promise.all([open(who, '/order'), open(other, '/order')]);
  const holders = rendered.filter(({ answers }) => JSON.stringify(answers).includes(repayId));
  expect([rendered.length, holders.length]).toEqual([2, 1]);
});

test('nobody signed in gets nothing', async () => {
  expect(await app.client().send(CALLS.firstView, { query: { at: '/home' } })).toMatchObject({
    code: CODES.signedOut,
  });
});

test.each(['/', '/loan', '/repay/', '/repay/../home', 'home', `/order?id=${'1'.repeat(200)}`])(
  '%s has no first view',
  async (at) => {
    expect(await who.client.send(CALLS.firstView, { query: { at } })).toMatchObject({
      code: CODES.invalidInput,
    });
  },
);

test('another build gets the answers without HTML', async () => {
  const { answers, html } = await open(who, '/order', { build: 'an older one' });
  expect([answers.length, html, rendered]).toEqual([3, null, []]);
});

test('a phone that hides amounts gets HTML that hides them', async () => {
  await open(who, '/home', { hidesAmounts: '1' });
  expect(rendered).toMatchObject([{ hidesAmounts: true }]);
});

test('a screen that cannot be rendered leaves the answers', async () => {
  const former = render;
  render = () => Promise.reject(new Error('no memory'));

  const { answers, html } = await open(who, '/order');
  render = former;
  expect([answers.length, html]).toEqual([3, null]);
});

test('a fault of one call is a fault of the whole, after which the app sends each by itself', async () => {
  const { today } = app.deps;
  const fail = (): never => {
    throw new Error('no calendar');
  };

  Object.assign(app.deps, { today: fail });

  const answer = await who.client.send(CALLS.firstView, { query: { at: '/order' } });
  Object.assign(app.deps, { today });
  expect(answer).toMatchObject({ code: CODES.fault, data: null });
});
