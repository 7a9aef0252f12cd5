import { randomUUID } from 'node:crypto';
import { buildAddress, type Call } from '@noren/contract/call';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { ROLES } from '@noren/core/staff/roles';
import { verifyAuditChain } from '@noren/server/src/platform/staff/audit-chain-store.ts';
import { anActiveLoan, startFullPayment } from '@noren/server/src/testing/loans.ts';
import { type StaffClient, useConsole } from '@noren/server/src/testing/staff.ts';
import { useApp } from '@noren/server/src/testing/use-app.ts';
import { aSignedInUser } from '@noren/server/src/testing/users.ts';
import { expect, test, vi } from 'vitest';
import { makeChance } from '../simulate/chance.ts';
import { makeStaffValues } from './staff-values.ts';
import { mutate } from './values.ts';

const app = await useApp();
const desk = await useConsole(app);

const REQUESTS = 4_000;
const AT_ONCE = 4;
/** Characters of an address, below the 16 KiB that Node takes as headers. */
const MAX_ADDRESS = 15_000;

/** They end the sessions that everything is sent with. */
const LEFT_OUT: readonly StaffCallName[] = [
  'staffSignOut',
  'endMySession',
  'removePerson',
  'endPersonSessions',
];

/** They answer what they are for: a borrower's own data. */
const SHOW_PHONES: readonly StaffCallName[] = ['revealBorrower'];

test('4,000 generated requests of staff: no server error, no borrower’s phone, and the chain of acts holds', async () => {
  const chance = makeChance('staff 20261124');
  const faults: unknown[] = [];

  vi.spyOn(app.deps.log, 'error').mockImplementation(
    ((about: unknown) => void faults.push(about)) as never,
  );

  const borrowers = await Promise.all([aSignedInUser(app), aSignedInUser(app)]);
  const repayIds = await Promise.all(borrowers.map((who) => anActiveLoan(app, who)));

  await startFullPayment(borrowers[0], repayIds[0] ?? '');

  const ids = new Set([...repayIds, ...borrowers.flatMap(({ userId, phone }) => [userId, phone])]);
  const people: StaffClient[] = [];

  for (const role of ROLES) {
    people.push(await desk.as(role), await desk.as(role, 'second'));
    for (const one of people.slice(-2)) ids.add((await one.data('staffMe')).staffId);
  }

  const names = (Object.keys(STAFF_CALLS) as StaffCallName[]).filter(
    (name) => !LEFT_OUT.includes(name),
  );
  const values = makeStaffValues(chance, () => [...ids]);
  const succeeded = new Set<string>();

  const sendOne = async (): Promise<string | null> => {
    const name = chance.percent(15)
      ? chance.pick(['propose', 'approval', 'approve'] as const)
      : chance.pick(names);
    const declared: Call = STAFF_CALLS[name];

    const part = (of: 'params' | 'query' | 'body') => {
      const value = values.of(declared[of]);
      return value !== undefined && chance.percent(25) ? mutate(chance, value) : value;
    };

    const sent = {
      params: toTexts(part('params'), declared),
      query: part('query'),
      body: part('body'),
    };
    // Node ends the connection of a request with longer headers.
    if (buildAddress(declared, sent).length > MAX_ADDRESS) return null;

    const result = await chance.pick(people).send(name, { ...sent, requestId: randomUUID() });
    const text = JSON.stringify(result);

    if (result.status >= 500)
      return `${name} ${JSON.stringify(sent).slice(0, 600)}: ${describe(faults.at(-1))}`;

    const shown = borrowers.find(({ phone }) => text.includes(phone));
    if (shown && !SHOW_PHONES.includes(name) && !JSON.stringify(sent).includes(shown.phone))
      return `${name} shows a phone`;

    if (result.ok) succeeded.add(name);
    for (const [id] of text.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)) if (ids.size < 400) ids.add(id);

    return null;
  };

  const wrong = new Map<string, string>();
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, sendOne));
    for (const answer of answers)
      if (answer !== null) wrong.set(answer.slice(0, answer.indexOf(' ')), answer);
  }

  expect([...wrong.values()]).toEqual([]);
  expect((await verifyAuditChain(app.deps.db)).broken).toBeNull();
  expect(succeeded.size).toBeGreaterThan(60);
});

function describe(fault: unknown): string {
  const { err } = (fault ?? {}) as { err?: Error };
  return err?.stack?.split('\n').slice(0, 5).join(' | ') ?? String(fault);
}

/** What an address can hold, one for each parameter of the path. */
function toTexts(params: unknown, { path }: Call): Record<string, string> {
  const of = (typeof params === 'object' && params !== null ? params : {}) as Record<
    string,
    unknown
  >;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

  return Object.fromEntries(
    names.map((name) => [
      name,
      String(of[name] ?? params)
        .toWellFormed()
        .slice(0, 150) || 'x',
    ]),
  );
}
