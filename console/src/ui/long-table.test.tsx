import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '../testing/render-console.tsx';
import { DataTable } from './data-table.tsx';

const ROWS = Array.from({ length: 61 }, (_, at) => ({ id: `row ${at}` }));
const LOADED = { data: ROWS, error: null, refetch: () => undefined, recordExport: null };

// The test's browser lays nothing out.
beforeEach(() => {
  for (const side of ['clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLDivElement.prototype, side, { configurable: true, get: () => 600 });
});

test('a list of 61 rows shows them when it is drawn for the first time', async () => {
  renderPart(
    <DataTable
      label="Rows"
      columns={[{ id: 'id', header: 'Id', cell: ({ id }) => id }]}
      rows={LOADED}
      toId={({ id }) => id}
      empty="None"
    />,
  );
  await screen.findByText('row 0');
  expect(screen.getAllByRole('row').length).toBeGreaterThan(15);
});
