import { receiveCoupon } from '@noren/contract/coupons';
import { creditInfo } from '@noren/contract/loans';
import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleCoupon, sampleCredit } from '../../testing/loan-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { keepEvaluationMark, readEvaluationMark } from './evaluation.ts';
import { EvaluationDialogs } from './evaluation-dialogs.tsx';

let server: ReturnType<typeof stubServer>;
const evaluating = sampleCredit({ state: 'evaluating', limitPaise: 0, availablePaise: 0 });

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  server = stubServer();
  server.answers(creditInfo, evaluating);
  server.answers(receiveCoupon, { coupon: sampleCoupon(), isNew: true });
  keepEvaluationMark('due');
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const dialog = () => screen.queryByRole('dialog');

/** The last step as far as its dialogs: saved, until Home is to be shown. */
function Step() {
  const [isHome, setHome] = useState(false);
  return isHome ? <p>home</p> : <EvaluationDialogs place="step" onHome={() => setHome(true)} />;
}

const open = () => renderScreen(<Step />, '/step');

it('after the last step: Processing, at a tap Congratulations with limit and coupon, then home', async () => {
  open();
  await pass(1_000);
  expect(screen.getByRole('dialog', { name: 'Processing' }).textContent).toContain(
    'Your credit limit is being assessed.',
  );
  server.answers(creditInfo, sampleCredit());
  await pass(2_000);

  const counting = screen.getByRole('dialog', { name: 'Processing' });
  expect(counting.textContent).toContain('Your result is ready.');
  act(() => within(counting).getByRole('button', { name: 'Show it now' }).click());
  await pass(0);

  const done = screen.getByRole('dialog', { name: 'Congratulations' });
  expect(done.textContent).toContain('Your limit₹20,000');
  expect(done.textContent).toContain('A coupon for you ₹100 off the processing fee');
  expect(done.textContent).toContain('Return home to apply.');
  expect(screen.queryByText('home')).toBeNull();
  act(() => within(done).getByRole('button', { name: 'Return home' }).click());
  expect(screen.getByText('home')).toBeTruthy();
  expect(readEvaluationMark()).toBeUndefined();
});

it('counts from ten to zero, once, and hands over to Home, which does not count again', async () => {
  open();
  await pass(500);

  const numbers = new Set<string>();
  for (let step = 0; step < 44 && dialog(); step += 1) {
    numbers.add(screen.getByRole('timer').textContent ?? '');
    await pass(250);
  }

  expect([...numbers].map(Number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(screen.getByText('home')).toBeTruthy();
  expect(readEvaluationMark()).toBe('counted');
});

it.each(['declined', 'review'] as const)(
  '%s: counts to zero, no congratulation, Home says why',
  async (state) => {
    open();
    await pass(1_000);
    server.answers(creditInfo, sampleCredit({ state, limitPaise: 0 }));
    await pass(2_000);
    expect(dialog()?.textContent).toContain('Your result is ready.');
    await pass(8_000);
    expect(dialog()).toBeNull();
    expect(screen.getByText('home')).toBeTruthy();
  },
);

it('a network that is away leads home at zero', async () => {
  server.loses(creditInfo);
  server.loses(receiveCoupon);
  open();
  for (let second = 0; second < 12; second += 1) await pass(1_000);
  expect(screen.getByText('home')).toBeTruthy();
});
