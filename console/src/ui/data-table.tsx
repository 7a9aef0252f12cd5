import { type OnChangeFn, type SortingState, useTable } from '@tanstack/react-table';
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { Button } from './button.tsx';
import { ListExport } from './list-export.tsx';
import { Answer, Empty, type Loadable } from './states.tsx';
import style from './table.module.css';
import { HeadRow } from './table-head.tsx';
import {
  type Column,
  defineColumn,
  type Features,
  features,
  type Order,
  type Paging,
} from './table-model.ts';
import { TableRows } from './table-rows.tsx';

interface ListedRows<Row> extends Loadable<readonly Row[]> {
  /** Records an export; null for a list that nobody exports. */
  readonly recordExport: (() => Promise<unknown>) | null;
}

interface DataTableProps<Row> {
  /** Label of the table, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: ListedRows<Row>;
  readonly toId: (row: Row) => string;
  /** Shown if there are no rows. */
  readonly empty: string;
  readonly emptyAbout?: ReactNode;
  /** On Enter or a click on a row. */
  readonly onOpen?: (row: Row) => void;
  /** A click only selects the row; Enter opens it. */
  readonly isOpenedByEnter?: boolean;
  /** Moves to this row when it changes. */
  readonly wantedId?: string | undefined;
  /** Called with the current row, for a preview beside the table. */
  readonly onCurrent?: (row: Row) => void;
  readonly paging?: Paging<Row>;
  readonly order?: Order | null;
  readonly onOrder?: (order: Order | null) => void;
  /** Maximum height in pixels before the table scrolls; by default the window's. */
  readonly tall?: number;
  /** Content at the right of the footer, such as key hints. */
  readonly foot?: ReactNode;
}

const NO_ROWS: readonly never[] = [];

/**
 * A table with a sticky heading. J and K or the arrows move, Enter opens. Long tables draw only
 * visible rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return (
    <Answer of={props.rows} lines={8}>
      {(rows) =>
        rows.length === 0 && props.paging?.hasMore !== true ? (
          <Empty title={props.empty}>{props.emptyAbout}</Empty>
        ) : (
          <TableOfRows {...props} loaded={rows} />
        )
      }
    </Answer>
  );
}

/** The order of the rows: the caller's if it takes one, otherwise the table's own. */
function useSorting<Row>({ order, onOrder }: Pick<DataTableProps<Row>, 'order' | 'onOrder'>) {
  const [ownSorting, setOwnSorting] = useState<SortingState>([]);
  const sorting = useMemo(
    () => (onOrder ? (order ? [{ id: order.id, desc: order.isDescending }] : []) : ownSorting),
    [onOrder, order, ownSorting],
  );

  const onSortingChange: OnChangeFn<SortingState> = (change) => {
    const next = typeof change === 'function' ? change(sorting) : change;
    if (onOrder) onOrder(next[0] ? { id: next[0].id, isDescending: next[0].desc } : null);
    else setOwnSorting(next);
  };

  return { sorting, onSortingChange };
}

type LoadedProps<Row> = DataTableProps<Row> & { readonly loaded: readonly Row[] };

function TableOfRows<Row>(props: LoadedProps<Row>) {
  const { columns, loaded, onOrder, paging, toId } = props;
  // In state, not in a ref: the rows are drawn before this is attached, and must be drawn again
  // then.
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null);
  const { sorting, onSortingChange } = useSorting(props);

  const definitions = useMemo(() => columns.map((column) => defineColumn(column)), [columns]);
  const table = useTable<Features, { row: Row }>({
    features,
    columns: definitions,
    data: useMemo(() => (loaded ?? NO_ROWS).map((row) => ({ row })), [loaded]),
    getRowId: ({ row }) => toId(row),
    manualSorting: onOrder !== undefined,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange,
  });

  const sortedRows = table.getRowModel().rows.map(({ original }) => original.row);
  const readForExport = async (): Promise<readonly Row[]> => {
    await props.rows.recordExport?.();
    return paging ? paging.readAll() : sortedRows;
  };

  const tall = props.tall === undefined ? 'calc(100dvh - 200px)' : `${props.tall}px`;

  return (
    <>
      <div ref={setScroll} className={style.scroll} style={{ '--tall': tall } as CSSProperties}>
        <table
          className={style.table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the keyboard moves through its rows
          role="grid"
          aria-label={props.label}
          aria-rowcount={paging?.hasMore ? -1 : loaded.length + 1}
        >
          <thead>
            <HeadRow columns={columns} headers={table.getHeaderGroups()[0]?.headers ?? []} />
          </thead>
          <TableRows
            columns={columns}
            rows={sortedRows}
            toId={toId}
            scroll={scroll}
            onOpen={props.onOpen}
            onCurrent={props.onCurrent}
            isOpenedByEnter={props.isOpenedByEnter === true}
            wantedId={props.wantedId}
            paging={paging}
          />
        </table>
      </div>
      <Foot {...props} readAll={readForExport} />
    </>
  );
}

interface FootProps<Row> extends LoadedProps<Row> {
  readonly readAll: () => Promise<readonly Row[]>;
}

/** How many rows are shown, more of them, and their export. */
function Foot<Row>({ label, columns, rows, loaded, paging, foot, readAll }: FootProps<Row>) {
  return (
    <div className={style.foot}>
      <span role="status">
        {paging?.hasMore ? kitTexts.shown(loaded.length) : kitTexts.allShown(loaded.length)}
      </span>
      {paging?.hasMore && (
        <Button onPress={() => void paging.loadMore()} isBusy={paging.isLoadingMore}>
          {paging.isLoadingMore ? kitTexts.loadingMore : kitTexts.more}
        </Button>
      )}
      {rows.recordExport && <ListExport label={label} columns={columns} readAll={readAll} />}
      {foot && <span>{foot}</span>}
    </div>
  );
}
