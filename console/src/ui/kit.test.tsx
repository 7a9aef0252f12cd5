import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../testing/render-console.tsx';
import { DataTable } from './data-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { JournalTable } from './journal-table.tsx';
import { Masked } from './masked.tsx';
import type { Trouble } from './states.tsx';
import type { Column } from './table-model.ts';

interface SampleRow {
  readonly id: string;
  readonly amount: number;
}

const COLUMNS: readonly Column<SampleRow>[] = [
  { id: 'id', header: 'Order', cell: ({ id }) => id },
  { id: 'amount', header: 'Amount', cell: ({ amount }) => amount, sortBy: ({ amount }) => amount },
];

const ROWS = [
  { id: 'A', amount: 30 },
  { id: 'B', amount: 10 },
  { id: 'C', amount: 20 },
];

function renderTable(more: {
  error?: Trouble;
  data?: SampleRow[];
  onOpen?: (row: SampleRow) => void;
}) {
  return renderPart(
    <DataTable
      label="Orders"
      columns={COLUMNS}
      rows={{
        data: more.data,
        error: more.error ?? null,
        refetch: () => undefined,
        recordExport: null,
      }}
      toId={({ id }) => id}
      empty="No orders"
      {...(more.onOpen ? { onOpen: more.onOpen } : {})}
    />,
  );
}

const ids = (): (string | null | undefined)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.firstElementChild?.textContent);

test('J, K and the arrows move through the rows, and Enter opens one', async () => {
  const onOpen = vi.fn();
  renderTable({ data: ROWS, onOpen });
  await userEvent.keyboard('jj');

  const [, second] = screen.getAllByRole('row').slice(1);
  await waitFor(() => expect(document.activeElement).toBe(second));
  await userEvent.keyboard('{ArrowDown}k');
  await userEvent.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledWith(ROWS[1]);
});

test('a heading sorts a list that is loaded whole, one way and the other', async () => {
  renderTable({ data: ROWS });
  await userEvent.click(screen.getByRole('button', { name: 'Amount' }));
  expect(ids()).toEqual(['B', 'C', 'A']);
  await userEvent.click(screen.getByRole('button', { name: /Amount/ }));
  expect(ids()).toEqual(['A', 'C', 'B']);
  expect(screen.getByRole('columnheader', { name: /Amount/ }).getAttribute('aria-sort')).toBe(
    'descending',
  );
});

test('loading, nothing, a fault, no connection and a refusal look different', () => {
  const shown = [
    {},
    { data: [] },
    { error: { code: 'fault', message: 'It failed.' } },
    { error: { code: 'offline', message: '' } },
    {
      error: {
        code: 'forbidden',
        message: '',
        missing: { permission: 'see loans', roles: 'Support' },
      },
    },
  ].map((state) => {
    const { container, unmount } = renderTable(state);
    const text = container.querySelector('[data-kind], [role="status"]')?.textContent ?? '';
    unmount();
    return text;
  });
  expect(shown[0]).toBe('Loading');
  expect(shown[1]).toBe('No orders');
  expect(shown[2]).toContain('It failed.');
  expect(shown[3]).toContain('No connection to the server');
  expect(shown[4]).toContain('“see loans”. Roles with it: Support.');
});

test('what was loaded stays below a lost connection, and goes when the roles no longer open it', () => {
  const { unmount } = renderTable({ data: ROWS, error: { code: 'offline', message: '' } });
  expect(ids()).toEqual(['A', 'B', 'C']);
  unmount();
  renderTable({ data: ROWS, error: { code: 'forbidden', message: 'No.' } });
  expect(screen.queryByRole('grid')).toBeNull();
});

test('of ten thousand rows only those in sight are drawn, with the height of all', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1_000);
  renderTable({
    data: Array.from({ length: 10_000 }, (_, at) => ({ id: String(at), amount: at })),
  });
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('10001');
});

test('a reveal needs a reason, shows the value for a minute, and masks it again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });

  const onReveal = vi.fn(async () => 'BQKPK4471M');
  renderPart(<Masked label="PAN" masked="··471M" onReveal={onReveal} />);
  await userEvent.click(screen.getByRole('button', { name: 'Reveal PAN' }));

  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reveal' }));
  expect(within(dialog).getByRole('alert').textContent).toContain('at least 10 characters');
  await userEvent.type(within(dialog).getByRole('textbox'), 'The bank asks for it');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reveal' }));
  await screen.findByText('BQKPK4471M');
  expect(onReveal).toHaveBeenCalledWith('The bank asks for it');
  act(() => void vi.advanceTimersByTime(61_000));
  expect(screen.queryByText('BQKPK4471M')).toBeNull();
  vi.useRealTimers();
});

test('journals that do not balance say by how much', () => {
  const lines = [
    { account: 'UPI settlement', side: 'debit' as const, amount: 604_200 },
    { account: 'Loans: principal', side: 'credit' as const, amount: 604_100 },
  ];
  renderPart(<JournalTable label="Journals" journals={[{ id: '1', title: 'Payment', lines }]} />);
  expect(screen.getByText('Not balanced, differs by ₹1.00')).toBeDefined();
});

test('filters live in the address and are cleared from it', async () => {
  window.history.replaceState(null, '', '/loans?tab=late&person=Rohan');
  renderPart(<FilterBar filters={[{ name: 'person', label: 'Person', kind: 'text' }]} />);

  const field = screen.getByRole('searchbox', { name: 'Person' });
  fireEvent.change(field, { target: { value: 'Kavya' } });
  expect(window.location.search).toBe('?tab=late&person=Kavya');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(window.location.search).toBe('?tab=late');
});
