import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  certificationSteps,
  homeFor,
  maySave,
  onboardingStatus,
  type Step,
  statusAfter,
  statusAfterSettlement,
  statusAfterSurvey,
  stepGuard,
  tabTarget,
  UserStatus,
} from './status.ts';

const userStatuses = Object.values(UserStatus);

const one = '/facial-auth/step-one';
const two = '/facial-auth/step-two';
const three = '/facial-auth/step-three';
const steps = certificationSteps.map((row) => row.step);

describe('step guard', () => {
  // Columns: status, then what steps one, two and three answer ('in', or the route).
  test.each<[number, string, string, string]>([
    [0, '/identity-auth', '/identity-auth', '/identity-auth'],
    [10, '/identity-auth', '/identity-auth', '/identity-auth'],
    [20, 'in', one, one],
    [30, 'in', 'in', two],
    [40, 'in', 'in', 'in'],
    [50, 'in', 'in', 'in'],
    [60, '/home', '/home', '/home'],
    [70, '/home', '/home', '/home'],
  ])('status %i', (status, ...expected) => {
    const answers = (['one', 'two', 'three'] as const).map((step) => stepGuard(status, step));
    expect(answers.map((answer) => (answer.enter ? 'in' : answer.goTo))).toEqual(expected);
  });
  test.each([0, 10, 20, 50, 60])('step four has no guard: status %i', (status) => {
    expect(stepGuard(status, 'four')).toEqual({ enter: true });
  });
  test('being sent on ends: the place one is sent to lets one in', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 99 }), fc.constantFrom(...steps), (status, step) => {
        const answer = stepGuard(status, step);
        const target = answer.enter
          ? undefined
          : certificationSteps.find((row) => row.route === answer.goTo);
        if (target) expect(stepGuard(status, target.step)).toEqual({ enter: true });
      }),
    );
  });
});

test.each<[number, Step[]]>([
  [10, []],
  [20, ['one']],
  [30, ['one', 'two']],
  [40, ['one', 'two', 'three']],
  [50, ['one', 'two', 'three', 'four']],
  [60, ['four']],
  [70, ['four']],
])('status %i may save %j', (status, expected) => {
  expect(steps.filter((step) => maySave(status, step))).toEqual(expected);
});

test('each step leads to the next status, and a settlement to regular', () => {
  let status: UserStatus = statusAfterSurvey(10);
  const seen: number[] = [status];

  for (const step of steps) {
    expect(homeFor(status)).toBe(certificationSteps.find((row) => row.step === step)?.route);
    status = statusAfter(status, step);
    seen.push(status);
  }

  expect(seen).toEqual([20, 30, 40, 50, 60]);
  expect(homeFor(status)).toBe('/home');
  expect(statusAfterSettlement(status)).toBe(70);
  expect(statusAfterSettlement(50)).toBe(50);
});

test('the status never falls and is always a declared one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...userStatuses), fc.constantFrom(...steps), (status, step) => {
      for (const after of [
        statusAfter(status, step),
        statusAfterSurvey(status),
        statusAfterSettlement(status),
      ]) {
        expect(after).toBeGreaterThanOrEqual(status);
        expect(userStatuses).toContain(after);
      }
    }),
  );
});

test.each<[number, string]>([
  [0, '/noren'],
  [10, '/noren'],
  [20, one],
  [30, two],
  [40, three],
  [50, '/facial-auth/step-four'],
  [60, '/home'],
  [70, '/home'],
])('status %i starts at %s', (status, expected) => expect(homeFor(status)).toBe(expected));

test.each<[number | undefined, string[]]>([
  [undefined, ['/login', '/login', '/login']],
  [10, ['/noren', '/order', '/user']],
  [50, ['/noren', '/order', '/user']],
  [60, ['/home', '/order', '/user']],
])('tabs at status %s', (status, expected) => {
  expect((['home', 'order', 'profile'] as const).map((tab) => tabTarget(tab, status))).toEqual(
    expected,
  );
});

test.each([
  [70, true, 40],
  [60, true, 40],
  [50, true, 40],
  [40, true, 40],
  [20, true, 20],
  [70, false, 70],
  [50, false, 50],
])('stored status %i with contacts due (%s) shows as %i', (status, areContactsDue, expected) => {
  expect(onboardingStatus(status, areContactsDue)).toBe(expected);
  if (areContactsDue && status >= 40) expect(stepGuard(expected, 'three')).toEqual({ enter: true });
});
