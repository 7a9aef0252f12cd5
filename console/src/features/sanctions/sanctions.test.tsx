import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { StaffAnswer } from '../../api/client.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { sanctionsScreen } from './screen.ts';

const ID = '0195f000-0000-7000-8000-00000000000';
const AT = Date.UTC(2026, 10, 20, 6);

const STATE: StaffAnswer<'sanctionsLists'> = {
  inForce: [
    {
      listId: `${ID}1`,
      list: 'un',
      source: 'fetched',
      listDay: '2026-11-20',
      people: 712,
      entities: 254,
      readAt: AT,
      checkedAt: AT,
      inForceAt: AT,
      by: null,
    },
  ],
  waiting: [
    {
      listId: `${ID}2`,
      list: 'national',
      source: 'uploaded',
      listDay: '2026-11-19',
      people: 1,
      entities: 1,
      readAt: AT,
      by: 'Rina',
      doubt: 'uploaded',
    },
  ],
  faults: [{ list: 'un', fault: 'cut_off', line: 812, at: AT, by: null }],
  unscreened: 2,
};

function open(answer: unknown = {}, roles: Parameters<typeof aMember>[0] = ['reviewer']) {
  window.history.replaceState(null, '', '/sanctions');
  const { seen } = serverDouble({
    staffMe: () => aMember(roles),
    sanctionsLists: () => STATE,
    uploadSanctionsList: () => answer,
  });
  renderConsole([sanctionsScreen]);

  return () => seen.filter(({ call }) => call === 'uploadSanctionsList').map(({ body }) => body);
}

const readRows = async (table: string) =>
  within(await screen.findByRole('grid', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.querySelectorAll('td'), ({ textContent }) => textContent));

const fill = async (file: File, day = '20/11/2026'): Promise<void> => {
  await userEvent.upload(await screen.findByLabelText('File'), file);
  await userEvent.type(screen.getByLabelText('List date'), day);
  await userEvent.click(screen.getByRole('button', { name: 'Read the file' }));
};

test('shows which list of which day is in force, what waits and why, and what failed', async () => {
  open();
  expect((await readRows('In force'))[0]?.slice(0, 4)).toEqual([
    'United Nations',
    '20/11/2026',
    '712 people, 254 organisations',
    'Downloaded',
  ]);
  expect((await readRows('Waiting for approval'))[0]).toEqual(
    expect.arrayContaining(['National list', 'Rina', 'It was uploaded', 'Propose to use it']),
  );
  expect((await readRows('Could not be read'))[0]).toEqual(
    expect.arrayContaining(['Line 812: the file ends too early']),
  );
  expect(screen.getByText(/^2 people are still to be screened/)).toBeTruthy();
});

test('an auditor sees the lists and can send none', async () => {
  open({}, ['auditor']);
  await readRows('In force');
  expect(screen.queryByRole('button', { name: /Read the file|Propose/ })).toBeNull();
});

test('a file is sent with its day; what cannot be read is told with its line', async () => {
  const sent = open({ outcome: 'failed', fault: 'birth_unreadable', line: 7 });
  await fill(new File(['id,kind'], 'list.csv', { type: 'text/csv' }));
  expect(await screen.findByText(/Line 7: a date of birth cannot be read/)).toBeTruthy();
  expect(sent()).toEqual([{ listDay: '2026-11-20', text: 'id,kind' }]);
});

test.each([
  ['no file', new File([], 'list.csv', { type: 'text/csv' }), 'Choose a CSV file.'],
  [
    'a file that is too large',
    new File(['x'.repeat(900_001)], 'list.csv', { type: 'text/csv' }),
    'This file is too large.',
  ],
])('%s is not sent', async (_what, file, problem) => {
  const sent = open();
  await fill(file);
  expect((await screen.findAllByText(new RegExp(problem))).length).toBeGreaterThan(0);
  expect(sent()).toEqual([]);
});
