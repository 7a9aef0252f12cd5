import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useStaffCall, useStaffPages } from '../api/hooks.ts';
import { pagesByNext } from '../api/pages.ts';
import { renderPart } from '../testing/render-console.tsx';
import { Refusal, serverDouble } from '../testing/server-double.ts';
import { DataTable } from './data-table.tsx';
import { Age, Day, Money } from './figures.tsx';

interface Row {
  readonly name: string;
  readonly paise: number;
}

const MOMENT = Date.UTC(2026, 10, 23, 6, 12);

function List() {
  const rule = pagesByNext<Row>();
  const pages = useStaffPages(
    'moneyPayments',
    { query: { day: '2026-11-23' } } as never,
    rule as never,
  );
  const { paging, ...rows } = pages as typeof pages &
    ReturnType<typeof useStaffPages<'moneyPayments', Row>>;

  return (
    <DataTable<Row>
      label="Payments in"
      columns={[
        { id: 'name', header: 'Name', cell: ({ name }) => <b>{name}</b> },
        { id: 'amount', header: 'Amount', cell: ({ paise }) => <Money amount={paise} /> },
        { id: 'day', header: 'Day', cell: () => <Day day="2026-11-23" /> },
        { id: 'age', header: 'Waiting since', cell: () => <Age since={MOMENT} /> },
        {
          id: 'act',
          isControl: true,
          header: 'Next',
          cell: () => <button type="button">Press</button>,
        },
      ]}
      rows={rows}
      toId={({ name }) => name}
      empty="None"
      paging={paging}
    />
  );
}

/** Payments that come in the answer about a loan. */
function WholeList() {
  const loan = useStaffCall('loan', { params: { repayId: 'N1234567890' } });
  return (
    <DataTable<Row>
      label="Payments of a loan"
      columns={[
        { id: 'name', header: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
        { id: 'amount', header: 'Amount', cell: ({ paise }) => <Money amount={paise} /> },
        {
          id: 'act',
          isControl: true,
          header: 'Next',
          cell: () => <button type="button">Press</button>,
        },
      ]}
      rows={{ ...loan, data: loan.data?.payments as unknown as readonly Row[] | undefined }}
      toId={({ name }) => name}
      empty="None"
    />
  );
}

function savedFiles(): Blob[] {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  return files;
}

/** Presses Export on a list of so many rows; the requests, and the file if there is one. */
async function exportRows(count: number) {
  const { seen } = serverDouble({
    recordListExport: () => ({}),
    moneyPayments: ({ query }) => {
      const from = Number(query.get('after') ?? 0);
      const rows = Array.from({ length: 100 }, (_, at) => ({
        name: `=${from + at}`,
        paise: 123_450,
      }));

      return { rows, next: from + 100 < count ? String(from + 100) : null };
    },
  });
  const files = savedFiles();

  renderPart(<List />);
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));

  return { seen, files };
}

test('a list is exported whole, as it is filtered and shown, after it was recorded', async () => {
  const { seen, files } = await exportRows(300);
  expect(await screen.findByText('payments-in.csv was saved.')).toBeTruthy();

  const lines = (await files[0]!.text()).split('\r\n');
  expect(lines[0]).toBe('\uFEFFName,Amount,Day,Waiting since');
  expect(lines[1]).toBe(`"'=0",1234.50,2026-11-23,2026-11-23 11:42`);
  expect(lines).toHaveLength(302);

  const [, record, ...reads] = seen;
  expect(record).toMatchObject({
    call: 'recordListExport',
    body: { list: 'moneyPayments', filters: ['day'] },
  });

  expect(reads.map(({ query }) => String(query))).toEqual([
    'day=2026-11-23',
    'day=2026-11-23&after=100',
    'day=2026-11-23&after=200',
  ]);
});

test('a list that came whole is exported as it is sorted, under its call’s name, without reading it again', async () => {
  const { seen } = serverDouble({
    recordListExport: () => ({}),
    loan: () => ({
      payments: [
        { name: 'B', paise: 200 },
        { name: 'A', paise: 100 },
      ],
    }),
  });
  const files = savedFiles();

  renderPart(<WholeList />);
  await userEvent.click(await screen.findByRole('button', { name: /Name/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('payments-of-a-loan.csv was saved.')).toBeTruthy();
  expect(await files[0]!.text()).toBe('\uFEFFName,Amount\r\nA,1.00\r\nB,2.00\r\n');
  expect(seen.map(({ call, body }) => [call, body])).toEqual([
    ['loan', undefined],
    ['recordListExport', { list: 'loan', filters: ['repayId'] }],
  ]);
});

test('a list whose export is refused is not saved', async () => {
  serverDouble({
    recordListExport: () => {
      throw new Refusal({ code: 'forbidden', message: 'Your roles do not include this.' });
    },
    loan: () => ({ payments: [{ name: 'A', paise: 100 }] }),
  });

  const files = savedFiles();
  renderPart(<WholeList />);
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Your roles do not include this.')).toBeTruthy();
  expect(files).toEqual([]);
});

test('a list too long for a person is refused in words', async () => {
  const { files } = await exportRows(100_000);
  expect(
    await screen.findByText('The list has more than 5,000 rows. Filter it first.'),
  ).toBeTruthy();
  expect(files).toEqual([]);
});
