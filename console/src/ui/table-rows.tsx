import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { useKeys } from './keys.tsx';
import style from './table.module.css';
import type { Column, Paging } from './table-model.ts';

interface TableRowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly toId: (row: Row) => string;
  /** What scrolls; null until it is attached, which draws the rows again. */
  readonly scroll: HTMLDivElement | null;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onCurrent: ((row: Row) => void) | undefined;
  readonly isOpenedByEnter: boolean;
  readonly wantedId: string | undefined;
  readonly paging: Paging<Row> | undefined;
}

const ROW_PX = 34;
/** Tables with more rows than this draw only the visible ones. */
const DRAWN_WHOLE = 60;
/** The next page loads when this many rows are left. */
const NEAR_END = 15;

/** Body of a table. Only the current row is in the tab order; keys move to the others. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { columns, rows, toId, scroll, onOpen, onCurrent, paging } = props;
  const isWhole = rows.length <= DRAWN_WHOLE;
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: !isWhole,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });

  const items = virtual.getVirtualItems();
  const first = isWhole ? 0 : (items[0]?.index ?? 0);
  const last = isWhole ? rows.length - 1 : (items.at(-1)?.index ?? -1);

  useLoadNearEnd(last, rows.length, paging);

  const show = (index: number): void => (isWhole ? undefined : virtual.scrollToIndex(index));
  const { body, current, chosenIndex, move } = useCurrentRow(rows, toId, show, onCurrent);

  useWantedRow(props.wantedId, rows, toId, move);

  const onKeyDown = (event: KeyboardEvent, row: Row): void => {
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: rows.length - 1 }[
      event.key
    ];
    if (event.target !== event.currentTarget || (to === undefined && event.key !== 'Enter')) return;

    event.preventDefault();
    if (to === undefined) onOpen?.(row);
    else move(to);
  };

  const onClick = (event: MouseEvent, index: number, row: Row): void => {
    if ((event.target as Element).closest('a, button, input, label, select')) return;

    move(index);
    if (!props.isOpenedByEnter) onOpen?.(row);
  };

  return (
    <tbody ref={body}>
      <Gap rows={first} columns={columns.length} />
      {rows.slice(first, last + 1).map((row, offset) => {
        const index = first + offset;

        return (
          <tr
            key={toId(row)}
            className={style.row}
            data-index={index}
            data-opens={onOpen ? '' : undefined}
            aria-rowindex={index + 2}
            aria-selected={index === chosenIndex}
            tabIndex={index === current ? 0 : -1}
            onKeyDown={(event) => onKeyDown(event, row)}
            onClick={(event) => onClick(event, index, row)}
          >
            {columns.map(({ id, cell, align, isWrapped }) => (
              <td key={id} data-align={align}>
                {isWrapped ? <div className={style.name}>{cell(row)}</div> : cell(row)}
              </td>
            ))}
          </tr>
        );
      })}
      <Gap rows={rows.length - 1 - last} columns={columns.length} />
    </tbody>
  );
}

/** The current row, at first the first one. It is kept by id when the list changes. */
function useCurrentRow<Row>(
  rows: readonly Row[],
  toId: (row: Row) => string,
  show: (index: number) => void,
  onCurrent: ((row: Row) => void) | undefined,
) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [chosenId, setChosenId] = useState<string>();

  const chosenIndex = chosenId === undefined ? -1 : rows.findIndex((row) => toId(row) === chosenId);
  const current = Math.max(chosenIndex, 0);
  const wantsFocus = useRef(false);

  // The row may not be drawn until the list has scrolled to it.
  useEffect(() => {
    if (!wantsFocus.current) return;

    const row = body.current?.querySelector<HTMLElement>(`[data-index="${current}"]`);
    if (row) wantsFocus.current = false;
    row?.focus();
  });

  const move = (to: number): void => {
    const index = Math.min(Math.max(to, 0), rows.length - 1);
    const row = rows[index];
    if (row === undefined) return;

    wantsFocus.current = true;
    setChosenId(toId(row));
    show(index);
    onCurrent?.(row);
  };

  useKeys([
    { keys: 'j', text: kitTexts.nextRow, run: () => move(chosenIndex + 1) },
    { keys: 'k', text: kitTexts.previousRow, run: () => move(current - 1) },
  ]);

  return { body, current, chosenIndex, move };
}

/** Moves to the requested row once it is in the list. */
function useWantedRow<Row>(
  wantedId: string | undefined,
  rows: readonly Row[],
  toId: (row: Row) => string,
  move: (to: number) => void,
): void {
  const reached = useRef<string | undefined>(undefined);
  const at = wantedId === undefined ? -1 : rows.findIndex((row) => toId(row) === wantedId);

  useEffect(() => {
    if (at < 0 || reached.current === wantedId) return;

    reached.current = wantedId;
    move(at);
  }, [at, wantedId, move]);
}

/** Spacer with the height of the rows that are not drawn. */
function Gap({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0) return null;

  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is empty
    <tr className={style.gap} aria-hidden="true">
      <td colSpan={columns} style={{ height: rows * ROW_PX }} />
    </tr>
  );
}

function useLoadNearEnd<Row>(last: number, count: number, paging: Paging<Row> | undefined): void {
  const isNear = count > DRAWN_WHOLE && last >= count - NEAR_END;

  useEffect(() => {
    if (isNear && paging?.hasMore && !paging.isLoadingMore) paging.loadMore();
  }, [isNear, paging]);
}
