import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render-console.tsx';
import { serverDouble } from '../../testing/server-double.ts';
import { Invite } from './invite.tsx';

test('what is too short or no address says what to enter, and nothing is sent', async () => {
  const { seen } = serverDouble({
    staffList: () => ({ rows: [], next: null, isAloneAllowed: false }),
  });
  renderPart(<Invite onClose={() => undefined} />);

  for (const [field, text] of [
    ['Name', 'A'],
    ['Email', 'gita'],
    ['Reason', 'new'],
  ] as const)
    await userEvent.type(screen.getByRole('textbox', { name: field }), text);

  await userEvent.click(screen.getByRole('button', { name: 'Send for approval' }));

  for (const problem of [
    'Enter at least two characters.',
    'Enter an email address, such as gita@lender.example.',
    'Choose one.',
    'Enter a reason of at least 5 characters.',
  ])
    expect(screen.getAllByText(problem, { exact: false }).length).toBeGreaterThan(0);
  expect(seen.filter(({ call }) => call === 'propose')).toEqual([]);
});
