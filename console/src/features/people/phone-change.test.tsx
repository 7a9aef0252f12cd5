import type { Role } from '@noren/core/staff/roles';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SessionProvider } from '../../api/session.tsx';
import { renderPart } from '../../testing/render-console.tsx';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { PhoneChangePanel } from './phone-change.tsx';

const USER = '0195f000-0000-7000-8000-000000000001';
const DAY_MS = 24 * 3_600_000;
const DUE_AT = Date.UTC(2026, 10, 25, 4, 30);

const LOST = {
  way: 'lost',
  proof: 'file',
  maskedPhone: '97•••••321',
  requestedAt: DUE_AT - DAY_MS,
  dueAt: DUE_AT,
} as const;

function show(role: Role, change: Parameters<typeof PhoneChangePanel>[0]['change'] = LOST) {
  const { seen } = serverDouble({ stopBorrowerPhoneChange: () => ({}) });
  renderPart(
    <SessionProvider me={{ ...aMember([role]), clockOffsetMs: 0 }}>
      <PhoneChangePanel userId={USER} change={change} />
    </SessionProvider>,
  );

  return () => seen.filter(({ call }) => call === 'stopBorrowerPhoneChange');
}

const readRows = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);

test('a new number that waits says how it was asked for, its proof and its first day', () => {
  show('auditor');
  expect(readRows()).toEqual([
    ['New number', '97•••••321'],
    ['Requested from', 'The sign-in screen: lost phone'],
    ['Proved by', 'Offline e-KYC file of the new number'],
    ['Requested on', expect.stringContaining('24/11/2026')],
    ['Can sign in from', expect.stringContaining('25/11/2026')],
  ]);
  expect(screen.queryByRole('button', { name: 'Stop the new number' })).toBeNull();
});

test('one from before the proof was stored shows none', () => {
  show('auditor', { ...LOST, way: 'signed_in', proof: null, requestedAt: null });
  expect(readRows().slice(1)).toEqual([
    ['Requested from', 'A phone that is signed in'],
    ['Proved by', '–'],
    ['Can sign in from', expect.stringContaining('25/11/2026')],
  ]);
});

test('support stops it with a reason', async () => {
  const listSent = show('support');
  await userEvent.click(screen.getByRole('button', { name: 'Stop the new number' }));

  const dialog = within(screen.getByRole('dialog'));
  const stop = dialog.getByRole('button', { name: 'Stop the new number' });
  await userEvent.click(stop);
  expect(listSent()).toEqual([]);

  await userEvent.type(dialog.getByRole('textbox'), 'The owner called');
  await userEvent.click(stop);
  expect(await screen.findByText('The new number was stopped.')).toBeTruthy();
  expect(listSent().map(({ body }) => body)).toEqual([{ reason: 'The owner called' }]);
});
