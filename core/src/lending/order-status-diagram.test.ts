import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  certificationSteps,
  statusAfterSettlement,
  statusAfterSurvey,
  UserStatus,
} from '../people/status.ts';
import { initialOrderStatuses, orderStatuses } from './order-status.ts';

const page = readFileSync(new URL('../../../docs/states.md', import.meta.url), 'utf8');

const [orders = '', onboarding = ''] = [...page.matchAll(/```mermaid\n(.*?)```/gs)].map(
  ([, diagram]) => diagram ?? '',
);

const movesIn = (diagram: string): string[] =>
  [...diagram.matchAll(/(\[\*\]|s\d+) --> (s\d+)/g)]
    .map(([, from, to]) => `${from} to ${to}`)
    .sort();

test('the diagram of orders has exactly the moves of the table', () => {
  const starts = initialOrderStatuses.map((status) => `[*] to s${status}`);
  const moves = orderStatuses.flatMap(({ status, mayMoveTo }) =>
    mayMoveTo.map((to) => `s${status} to s${to}`),
  );
  expect(movesIn(orders)).toEqual([...starts, ...moves].sort());
});

test('the diagram of orders names every status as the table does', () => {
  const named = [...orders.matchAll(/state "(\d+) ([^"]+)" as s\1\n/g)].map(([, status, name]) => [
    Number(status),
    name?.replaceAll(' ', '-'),
  ]);
  expect(named).toEqual(orderStatuses.map(({ status, name }) => [status, name]));
});

test('the diagram of onboarding has exactly the steps of the table', () => {
  const steps = certificationSteps.map(({ required, leadsTo }) => `s${required} to s${leadsTo}`);
  const others = [`s10 to s${statusAfterSurvey(10)}`, `s60 to s${statusAfterSettlement(60)}`];
  // What made a borrower regular was reversed.
  const fall = `s${UserStatus.regular} to s${UserStatus.certified}`;

  expect(movesIn(onboarding)).toEqual(['[*] to s10', ...steps, ...others, fall].sort());
});
