import { randomUUID } from 'node:crypto';
import type { StaffEffect, StaffProposal } from '@noren/contract/staff/approvals';
import { APPROVAL_WAITS_DAYS } from '@noren/core/staff/approval-kinds';
import type { Role } from '@noren/core/staff/roles';
import { expect } from 'vitest';
import { expireOldRequests } from '../console/approvals/decide-request.ts';
import type { StaffClient, TestConsole } from './staff.ts';
import type { TestApp } from './start-app.ts';

const NOTHING_SEEN = { journals: [], messages: [], orders: [] };
const AFTER_WAIT_MS = (APPROVAL_WAITS_DAYS * 86_400 + 1) * 1_000;

/** A kind of request: who makes it and who approves it. */
export interface LifeOf {
  readonly maker: Role;
  readonly checker: Role;
  /** What is asked for; possible whenever it is called before the request is approved. */
  readonly proposal: () => Promise<StaffProposal>;
  /**
   * Makes the effect differ from what was seen, so that the request is shown again; left out where
   * nothing can.
   */
  readonly change?: () => Promise<void>;
}

interface People {
  readonly maker: StaffClient;
  readonly checker: StaffClient;
}

/**
 * The whole life of a request: expired after seven days; the same request id answered the same; a
 * second one like it, the maker's own approval and that of somebody without the role refused; shown
 * again when it changed; of two who approve at once one wins, whose repeated answer is the same.
 * @returns what it did
 */
export async function expectWholeLife(
  app: TestApp,
  desk: TestConsole,
  of: LifeOf,
): Promise<StaffEffect> {
  await expectExpires(app, desk, of);

  const people = await signIn(desk, of);
  const requestId = await expectProposed(desk, people, of);

  await expectShownAgain(people, of, requestId);

  const third = await desk.enrolled(`Third ${randomUUID().slice(0, 8)}`, [of.checker]);
  return expectOneWins(people.checker, third, requestId);
}

async function signIn(desk: TestConsole, { maker, checker }: LifeOf): Promise<People> {
  return {
    maker: await desk.as(maker),
    checker: await desk.as(checker, maker === checker ? 'second' : 'first'),
  };
}

const reason = 'the whole life of a request';

/** A request that nobody decides expires, and cannot be approved then. */
export async function expectExpires(app: TestApp, desk: TestConsole, of: LifeOf): Promise<void> {
  const { maker } = await signIn(desk, of);
  const { requestId } = await maker.data('propose', {
    body: { proposal: await of.proposal(), reason },
  });

  app.advance(AFTER_WAIT_MS);

  const { checker } = await signIn(desk, of);
  expect(await checker.send('approve', { body: { requestId, seen: NOTHING_SEEN } })).toMatchObject({
    error: { code: 'not_possible' },
  });
  await expireOldRequests(app.deps);
  expect((await readRequest(checker, requestId)).approval.state).toBe('expired');
}

const readRequest = (by: StaffClient, requestId: string) =>
  by.data('approval', { params: { requestId } });

/** Proposes it: the same cannot be proposed twice, nor approved by its maker or a stranger. */
export async function expectProposed(
  desk: TestConsole,
  { maker }: Pick<People, 'maker'>,
  of: Pick<LifeOf, 'proposal'>,
): Promise<string> {
  const sent = { body: { proposal: await of.proposal(), reason }, requestId: randomUUID() };
  const { requestId } = await maker.data('propose', sent);

  expect(await maker.data('propose', sent)).toEqual({ requestId, state: 'open' });
  expect(await maker.send('propose', { body: sent.body })).toMatchObject({
    error: { code: 'taken', data: { requestId } },
  });

  const { effectNow: seen } = await readRequest(maker, requestId);
  const stranger = await desk.as('auditor');

  for (const by of [maker, stranger])
    expect(await by.send('approve', { body: { requestId, seen } })).toMatchObject({
      error: { code: 'forbidden' },
    });

  return requestId;
}

/** A checker who saw another effect is shown the present one first. */
export async function expectShownAgain(
  { checker }: Pick<People, 'checker'>,
  { change }: Pick<LifeOf, 'change'>,
  requestId: string,
): Promise<void> {
  const { effectNow: before } = await readRequest(checker, requestId);
  await change?.();

  const seen = change
    ? before
    : { ...NOTHING_SEEN, facts: [{ what: 'another', before: '1', after: '2' }] };
  const { effectNow } = await readRequest(checker, requestId);

  expect(await checker.send('approve', { body: { requestId, seen } })).toMatchObject({
    status: 409,
    error: { code: 'changed', data: { effect: effectNow } },
  });
  expect((await readRequest(checker, requestId)).approval.state).toBe('open');
}

/** Two people approve it at once: one succeeds, and is answered the same when asking again. */
export async function expectOneWins(
  one: StaffClient,
  other: StaffClient,
  requestId: string,
): Promise<StaffEffect> {
  const { effectNow: seen, problem } = await readRequest(one, requestId);
  expect(problem).toBeNull();

  const sent = [one, other].map((by) => ({
    by,
    body: { requestId, seen },
    requestId: randomUUID(),
  }));
  const both = await Promise.all(sent.map(({ by, ...call }) => by.send('approve', call)));

  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);

  for (const [at, { by, ...call }] of sent.entries())
    if (both[at]?.ok) expect(await by.send('approve', call)).toEqual(both[at]);
    else expect(both[at]).toMatchObject({ error: { code: 'not_possible' } });

  if (!seen) throw new Error('a possible request has an effect');

  return seen;
}
