import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render-console.tsx';
import { serverDouble } from '../../testing/server-double.ts';
import { AssignMany } from './assign-many.tsx';

const STAFF = '0195f000-0000-7000-8000-000000000001';

test('one officer is assigned to all chosen loans; those that were refused stay chosen, with the reason', async () => {
  const { seen } = serverDouble({
    collectionOfficers: () => ({ officers: [{ staffId: STAFF, name: 'Rohit Desai' }] }),
    assignOfficers: () => ({
      assigned: 1,
      refused: [{ repayId: 'N2', why: 'Nothing is overdue any more.' }],
    }),
  });
  const onChosen = vi.fn();

  renderPart(<AssignMany chosen={['N1', 'N2']} onChosen={onChosen} />);

  const assign = screen.getByRole('button', { name: 'Assign to 2 loans' });
  await userEvent.click(assign);
  expect(screen.getByText('Officer: Choose an officer.')).toBeTruthy();
  await userEvent.selectOptions(await screen.findByLabelText('Officer'), 'Rohit Desai');
  await userEvent.click(assign);
  expect(await screen.findByText('N2: Nothing is overdue any more.')).toBeTruthy();
  expect(onChosen).toHaveBeenCalledWith(['N2']);

  const sent = seen.filter(({ call }) => call === 'assignOfficers').map(({ body }) => body);
  expect(sent).toEqual([{ repayIds: ['N1', 'N2'], staffId: STAFF }]);
});
