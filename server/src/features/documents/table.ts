import { INDIGO, INK, LINE, type Look, PAGE, type Pen, type Tagged, WASH } from './pen.ts';

/** A column of a table; what is left of the page's width is shared by those without one, in points. */
export interface Column {
  readonly head: string;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}
/** A row by its cells; `group` and `subgroup` head the rows below them, `total` closes those above. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly as?: 'group' | 'subgroup' | 'total';
}
type Sized = Column & { readonly width: number };

const PAD = { x: 6, y: 2.5 };
const SHORT = 200;
const HEAD: Look = { size: 8.2, color: INDIGO, isBold: true };
const CELL: Look = { size: 9, color: INK };

/**
 * Draws a table under its head, which comes again on each page it reaches.
 * @param begin told how much must stand on one page: a short table whole, of a long one its head and a row or two
 */
export function drawTable(
  pen: Pen,
  columns: readonly Column[],
  rows: readonly TableRow[],
  begin: (height: number) => void,
): void {
  const sized = sizeColumns(columns);
  const heights = rows.map((row) => heightOf(pen, sized, row.cells, lookOf(row)));
  const whole = heights.reduce((sum, height) => sum + height, 30);
  begin(whole < SHORT ? whole : 70);
  const table = pen.node(pen.root, 'Table');
  drawHead(pen, sized, table);
  for (const [place, row] of rows.entries()) {
    if (pen.need(together(rows, heights, place))) drawHead(pen, sized, null);
    const top = pen.y;
    drawCells(pen, sized, { cells: row.cells, look: lookOf(row), tag: 'TD', table });
    pen.y = top + (heights[place] ?? 0);
    pen.artifact((doc) => {
      doc.moveTo(PAGE.left, pen.y).lineTo(PAGE.left + PAGE.width, pen.y);
      doc.lineWidth(0.5).stroke(LINE);
    });
  }
  table.end();
}

/** A row's height, with that of what must stand below it: what heads a group stays with the first row of it. */
function together(rows: readonly TableRow[], heights: readonly number[], place: number): number {
  const height = heights[place] ?? 0;
  const as = rows[place]?.as;
  return as === 'group' || as === 'subgroup' ? height + together(rows, heights, place + 1) : height;
}

function sizeColumns(columns: readonly Column[]): Sized[] {
  const fixed = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const free = columns.filter(({ width }) => width === undefined).length;
  return columns.map((column) => ({ ...column, width: column.width ?? (PAGE.width - fixed) / free }));
}

function lookOf({ as }: TableRow): Look {
  return as === undefined ? CELL : { ...CELL, isBold: true, color: as === 'group' ? INDIGO : INK };
}

/** The head of a table; without its node it is one that comes again, and is not read out. */
function drawHead(pen: Pen, columns: readonly Sized[], table: Tagged | null): void {
  const cells = columns.map(({ head }) => head);
  if (cells.every((head) => head === '')) return;
  const top = pen.y;
  const height = heightOf(pen, columns, cells, HEAD);
  pen.artifact((doc) => doc.rect(PAGE.left, top, PAGE.width, height).fill(WASH));
  drawCells(pen, columns, { cells, look: HEAD, tag: 'TH', table });
  pen.y = top + height;
}

function heightOf(pen: Pen, columns: readonly Sized[], cells: readonly string[], look: Look): number {
  const heights = columns.map(({ width }, place) => pen.heightOf(cells[place] ?? '', width - 2 * PAD.x, look));
  return Math.max(...heights) + 2 * PAD.y;
}

function drawCells(
  pen: Pen,
  columns: readonly Sized[],
  row: { cells: readonly string[]; look: Look; tag: 'TH' | 'TD'; table: Tagged | null },
): void {
  const top = pen.y;
  const line = row.table && pen.node(row.table, 'TR');
  let x = PAGE.left;
  for (const [place, { width, align = 'left' }] of columns.entries()) {
    pen.y = top + PAD.y;
    const at = { x: x + PAD.x, width: width - 2 * PAD.x, align, ...row.look };
    const text = row.cells[place] ?? '';
    if (line) pen.tagged(line, row.tag, text, at);
    else pen.artifact(() => pen.write(text, at));
    x += width;
  }
  line?.end();
}
