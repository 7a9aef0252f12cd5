import { csvText } from '@noren/core/typed/csv';
import { useLayoutEffect, useRef, useState } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { cellText } from './cell-text.ts';
import { DownloadButton, type FetchedFile } from './download-button.tsx';
import type { Column } from './table-model.ts';

interface ListExportProps<Row> {
  /** Name of the list, and of the file. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Records the export, then reads the whole list as it is filtered. */
  readonly readAll: () => Promise<readonly Row[]>;
}

interface Sheet<Row> {
  readonly from: number;
  readonly rows: readonly Row[];
  readonly take: (lines: string[][]) => void;
}

/** Rows that are drawn at once, so that the page answers in between. */
const PART = 200;

/** Saves a list as CSV, as its table shows it. */
export function ListExport<Row>({ label, columns: shown, readAll }: ListExportProps<Row>) {
  const columns = shown.filter(({ isControl }) => !isControl);
  const [sheet, setSheet] = useState<Sheet<Row>>();

  const draw = (rows: readonly Row[], from: number): Promise<string[][]> =>
    new Promise((take) => {
      setSheet({ rows: rows.slice(from, from + PART), from, take });
    });

  const make = async (): Promise<FetchedFile> => {
    const rows = await readAll();
    const lines: string[][] = [];

    for (let at = 0; at < rows.length; at += PART) lines.push(...(await draw(rows, at)));
    setSheet(undefined);

    const content = csvText(
      columns.map(({ header }) => header),
      lines,
    );

    return {
      name: fileName(label),
      content: new Blob([content], { type: 'text/csv;charset=utf-8' }),
    };
  };

  return (
    <>
      <DownloadButton text={kitTexts.exportList} onFetch={make} />
      {sheet && <DrawnSheet key={sheet.from} columns={columns} sheet={sheet} />}
    </>
  );
}

interface DrawnSheetProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sheet: Sheet<Row>;
}

/** Draws rows unseen, where their cells find the clock and the session, and reads their texts. */
function DrawnSheet<Row>({ columns, sheet: { rows, take } }: DrawnSheetProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    take([...(table.current?.rows ?? [])].map((row) => [...row.cells].map(cellText)));
  }, [take]);

  return (
    <table ref={table} hidden>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are drawn once
          <tr key={index}>
            {columns.map(({ id, cell }) => (
              <td key={id}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const fileName = (label: string): string =>
  `${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`;
