import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
  /** Free text or a name: a long one wraps, and pushes no other column out. */
  readonly isWrapped?: boolean;
  /** In pixels. */
  readonly width?: number;
  /** Sort value, for a list that is loaded whole. */
  readonly sortBy?: (row: Row) => string | number | null;
  /** It holds a control, not a fact: an export leaves it out. */
  readonly isControl?: boolean;
  /** The server can sort by this column: see `order` of `DataTable`. */
  readonly isServerSortable?: boolean;
}

/** Sort order of a list that the server sorts. */
export interface Order {
  readonly id: string;
  readonly isDescending: boolean;
}

/** Further pages of a list. */
export interface Paging<Row> {
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => unknown;
  /** Reads all pages, for an export. */
  readonly readAll: () => Promise<readonly Row[]>;
}

/** Features of the table library in use. */
export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});

export type Features = typeof features;

/** Converts a column to the table library's form. */
export function defineColumn<Row>(column: Column<Row>): ColumnDef<Features, { row: Row }> {
  return {
    id: column.id,
    accessorFn: ({ row }) => column.sortBy?.(row) ?? null,
    enableSorting: column.sortBy !== undefined || column.isServerSortable === true,
    sortFn: 'basic',
    sortDescFirst: false,
  };
}
