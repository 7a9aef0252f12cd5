import {
  INDIGO,
  INK,
  LINE,
  type Look,
  PAGE,
  type PdfWriter,
  type StructureNode,
  WASH,
} from './pdf-writer.ts';

/** Widths in points; columns without a width share the rest of the page. */
export interface Column {
  readonly head: string;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** `group` and `subgroup` rows are headings of the rows below; `total` closes the rows above. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly as?: 'group' | 'subgroup' | 'total';
}

type ColumnWithWidth = Column & { readonly width: number };

const PAD = { x: 6, y: 2.5 };
const SHORT = 200;
const HEAD: Look = { size: 8.2, color: INDIGO, isBold: true };
const CELL: Look = { size: 9, color: INK };

/**
 * Draws a table and repeats its header on each page.
 * @param startBlock receives the height to keep on one page: a short table in full, or the header
 * and first rows
 */
export function drawTable(
  writer: PdfWriter,
  columns: readonly Column[],
  rows: readonly TableRow[],
  startBlock: (height: number) => void,
): void {
  const columnsWithWidth = sizeColumns(columns);
  const heights = rows.map((row) =>
    measureRowHeight(writer, columnsWithWidth, row.cells, pickLook(row)),
  );
  const whole = heights.reduce((sum, height) => sum + height, 30);

  startBlock(whole < SHORT ? whole : 70);

  const table = writer.node(writer.root, 'Table');
  drawHead(writer, columnsWithWidth, table);

  for (const [index, row] of rows.entries()) {
    if (writer.ensureSpace(keepTogether(rows, heights, index)))
      drawHead(writer, columnsWithWidth, null);

    const top = writer.y;
    drawCells(writer, columnsWithWidth, {
      cells: row.cells,
      look: pickLook(row),
      tag: 'TD',
      table,
    });
    writer.y = top + (heights[index] ?? 0);
    writer.artifact((doc) => {
      doc.moveTo(PAGE.left, writer.y).lineTo(PAGE.left + PAGE.width, writer.y);
      doc.lineWidth(0.5).stroke(LINE);
    });
  }

  table.end();
}

/**
 * A row's height including the rows that must stay with it: a group heading stays with the group's
 * first row.
 */
function keepTogether(
  rows: readonly TableRow[],
  heights: readonly number[],
  index: number,
): number {
  const height = heights[index] ?? 0;
  const as = rows[index]?.as;
  return as === 'group' || as === 'subgroup'
    ? height + keepTogether(rows, heights, index + 1)
    : height;
}

function sizeColumns(columns: readonly Column[]): ColumnWithWidth[] {
  const fixed = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const free = columns.filter(({ width }) => width === undefined).length;

  return columns.map((column) => ({
    ...column,
    width: column.width ?? (PAGE.width - fixed) / free,
  }));
}

function pickLook({ as }: TableRow): Look {
  return as === undefined ? CELL : { ...CELL, isBold: true, color: as === 'group' ? INDIGO : INK };
}

/** The table header. Without a structure node it is a repetition, which screen readers skip. */
function drawHead(
  writer: PdfWriter,
  columns: readonly ColumnWithWidth[],
  table: StructureNode | null,
): void {
  const cells = columns.map(({ head }) => head);
  if (cells.every((head) => head === '')) return;

  const top = writer.y;
  const height = measureRowHeight(writer, columns, cells, HEAD);

  writer.artifact((doc) => doc.rect(PAGE.left, top, PAGE.width, height).fill(WASH));
  drawCells(writer, columns, { cells, look: HEAD, tag: 'TH', table });
  writer.y = top + height;
}

function measureRowHeight(
  writer: PdfWriter,
  columns: readonly ColumnWithWidth[],
  cells: readonly string[],
  look: Look,
): number {
  const heights = columns.map(({ width }, index) =>
    writer.measureHeight(cells[index] ?? '', width - 2 * PAD.x, look),
  );
  return Math.max(...heights) + 2 * PAD.y;
}

function drawCells(
  writer: PdfWriter,
  columns: readonly ColumnWithWidth[],
  row: { cells: readonly string[]; look: Look; tag: 'TH' | 'TD'; table: StructureNode | null },
): void {
  const top = writer.y;
  const line = row.table && writer.node(row.table, 'TR');
  let x = PAGE.left;

  for (const [index, { width, align = 'left' }] of columns.entries()) {
    writer.y = top + PAD.y;

    const at = { x: x + PAD.x, width: width - 2 * PAD.x, align, ...row.look };
    const text = row.cells[index] ?? '';

    if (line) writer.tagged(line, row.tag, text, at);
    else writer.artifact(() => writer.write(text, at));
    x += width;
  }

  line?.end();
}
