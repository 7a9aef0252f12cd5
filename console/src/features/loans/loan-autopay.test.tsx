import type { LoanAutopayEvent } from '@noren/contract/staff/loans';
import { DEBIT_STATES, MANDATE_STATES } from '@noren/core/money/mandate-states';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render-console.tsx';
import { autopayEventText } from '../../texts/autopay.ts';
import { LoanAutopay } from './loan-autopay.tsx';

const EVENT: LoanAutopayEvent = {
  eventId: '0195f000-0000-7000-8000-000000000001',
  at: Date.parse('2026-12-09T05:00:00Z'),
  kind: 'confirmed',
  actor: 'payer',
  reason: null,
  debit: null,
};

const readItems = (events: readonly Partial<LoanAutopayEvent>[]): string[] => {
  renderPart(
    <LoanAutopay events={events.map((one, no) => ({ ...EVENT, eventId: `${no}`, ...one }))} />,
  );
  return within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
};

test('a mandate’s event says what happened and who did it, without an amount', () => {
  const [allowed] = readItems([{}]);
  expect(allowed).toMatch(/^AutoPay allowed.*09\/12\/2026.*by the payer$/);
});

test('a debit’s event has its amount, its due date and why it failed', () => {
  const debit = { dueDay: '2026-12-09', amountPaise: 10_150_00 };
  const [failed, delivered] = readItems([
    { kind: 'failed', actor: 'provider', reason: 'no_money', debit },
    { kind: 'delivered', actor: 'provider', debit },
  ]);

  expect(failed).toMatch(/^Debit failed.*by the provider, ₹10,150.*09\/12\/2026: Too little money/);
  expect(delivered).toMatch(/^Announcement delivered/);
});

test('a paused mandate and a paused debit have words of their own; every state has some', () => {
  for (const state of MANDATE_STATES) expect(autopayEventText(state, false)).not.toBe(state);
  const states = DEBIT_STATES.filter((state) => state !== 'unknown');
  for (const state of states) expect(autopayEventText(state, true)).not.toBe(state);
});
