import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { StaffAnswer } from '../../api/client.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { lettersScreen } from './screen.ts';

const LETTER: StaffAnswer<'lettersToPost'>['rows'][number] = {
  userId: '0195f000-0000-7000-8000-000000000001',
  dueDay: '2028-11-27',
  reminder: 'before_2',
  maskedName: 'A**** R**',
  maskedPhone: '98•••••210',
  givenDay: '2028-10-13',
  hasAddress: true,
};

function open(more: Partial<typeof LETTER> = {}) {
  window.history.replaceState(null, '', '/letters');
  const { seen } = serverDouble({
    staffMe: () => aMember(['reviewer']),
    lettersToPost: () => ({ rows: [{ ...LETTER, ...more }], next: null }),
    handleLetter: () => ({}),
  });
  renderConsole([lettersScreen]);

  return () => seen.filter(({ call }) => call === 'handleLetter').map(({ body }) => body);
}

const { userId, dueDay, reminder } = LETTER;

test('a letter is recorded with the day on which it was posted', async () => {
  const sent = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Record' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Posted on'), '14/10/2028');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Recorded.')).toBeTruthy();
  expect(sent()).toEqual([
    { userId, dueDay, reminder, outcome: { kind: 'posted', postedDay: '2028-10-14' } },
  ]);
});

test('without an address nothing can be printed, and that is recorded', async () => {
  const sent = open({ hasAddress: false });
  await userEvent.click(await screen.findByRole('button', { name: 'Record' }));
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();

  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Recorded.')).toBeTruthy();
  expect(sent()).toEqual([
    { userId, dueDay, reminder, outcome: { kind: 'unposted', because: 'no_address' } },
  ]);
});
