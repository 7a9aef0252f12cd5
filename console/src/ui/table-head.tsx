import type { Header } from '@tanstack/react-table';
import { kitTexts } from '../texts/kit.ts';
import { Icon } from './icon.tsx';
import { Hidden } from './states.tsx';
import type { Column, Features } from './table-model.ts';

interface HeadRowProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly headers: readonly Header<Features, { row: Row }>[];
}

/** Table headings; sortable ones are buttons. */
export function HeadRow<Row>({ columns, headers }: HeadRowProps<Row>) {
  return (
    <tr>
      {headers.map(({ id, column }) => {
        const { header, align, width } = columns.find((own) => own.id === id)!;
        const order = column.getIsSorted();

        return (
          <th
            key={id}
            scope="col"
            data-align={align}
            aria-sort={order === false ? undefined : order === 'asc' ? 'ascending' : 'descending'}
            style={width === undefined ? undefined : { width }}
          >
            {column.getCanSort() ? (
              <button type="button" onClick={() => column.toggleSorting()}>
                {header}
                {order !== false && <Icon name={order === 'asc' ? 'up' : 'down'} size={12} />}
                {order !== false && (
                  <Hidden>
                    {order === 'asc' ? kitTexts.sortAscending : kitTexts.sortDescending}
                  </Hidden>
                )}
              </button>
            ) : (
              header
            )}
          </th>
        );
      })}
    </tr>
  );
}
