import type { Language } from '@noren/contract/fields';
import { kfsLabel, kfsValue } from '@noren/contract/kfs-value';
import type { Kfs, KfsRow, KfsSectionId } from '@noren/core/lending/kfs';
import type { Instalment } from '@noren/core/lending/schedule';
import { formatDay } from '@noren/core/money/time';
import { clauseNumber } from './clause-order.ts';
import { type LoanTranslator, loanTranslator, money } from './document-texts.ts';
import { HEADER_ROWS, KFS_FORM } from './kfs-form.ts';
import { PdfBuilder } from './pdf-builder.ts';
import type { SealFacts } from './seal-words.ts';
import type { TableRow } from './table.ts';

/** A Key Facts Statement (KFS) as stored. */
export interface StoredKfs extends Kfs {
  readonly language: string;
  readonly textVersion: string;
  readonly madeAt: number;
}

export interface KfsData {
  readonly kfs: StoredKfs;
  readonly kfsHash: string;
}

/** Renders a KFS in the language it was issued in. */
export function drawKfs({ kfs, kfsHash }: KfsData, seal?: SealFacts): Promise<Buffer> {
  const say = kfsTranslator(kfs);
  const pdf = new PdfBuilder({
    title: say('form.title'),
    issuer: readText(kfs, 'lender'),
    number: kfs.proposalNo,
    mark: kfsHash,
    markLabel: say('form.mark'),
    language: kfs.language,
    at: kfs.madeAt,
    pageWords: (page, of) => say('form.page', { page, of }),
    seal,
  });

  writeKfs(pdf, kfs, say);

  return pdf.end();
}

/** The texts of a stored document, in its own language and text version. */
export function kfsTranslator(document: { textVersion: string; language: string }): LoanTranslator {
  return loanTranslator(document.textVersion, document.language as Language);
}

/** Writes a KFS, alone or as the first part of an agreement. */
export function writeKfs(pdf: PdfBuilder, kfs: StoredKfs, say: LoanTranslator): void {
  pdf.title(say('form.title'), say('form.basis'));
  pdf.figures([
    { label: say('form.you_receive'), value: formatFigure(kfs, 'apr', 'netDisbursed', say) },
    {
      label: say('form.you_repay', { day: formatFigure(kfs, 'apr', 'dueDay', say) }),
      value: formatFigure(kfs, 'apr', 'totalRepayable', say),
    },
    { label: say('kfs.row.apr'), value: formatFigure(kfs, 'apr', 'apr', say) },
  ]);

  pdf.facts([
    ...HEADER_ROWS.map((id) => ({ label: say(`kfs.row.${id}`), value: readText(kfs, id) })),
    { label: say('form.issued'), value: formatDay(kfs.issuedDay) },
    { label: say('form.valid_until'), value: formatDay(kfs.validUntilDay) },
    { label: say('form.language'), value: say('form.language_name') },
    { label: say('form.version'), value: kfs.textVersion },
  ]);

  for (const { id, rows } of kfs.sections) {
    pdf.heading(say(KFS_FORM[id].title));
    pdf.table(
      [
        { head: say('form.no'), width: 34 },
        { head: say('form.particulars') },
        { head: say('form.details'), width: 190 },
      ],
      formRows(id, rows, say),
    );
    if (id === 'apr') pdf.paragraph(formula(kfs, say), 'strong');
  }

  pdf.heading(say('form.annex_c'));
  writeSchedule(pdf, kfs.schedule, say);
  pdf.paragraph(say('form.only_these'), 'soft');
}

/** The form's entries with the rows of the KFS. Rows without a place in the form come last. */
function formRows(section: KfsSectionId, rows: readonly KfsRow[], say: LoanTranslator): TableRow[] {
  const { entries } = KFS_FORM[section];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const answerRow = (row: KfsRow, no = ''): TableRow => ({
    cells: [no, kfsLabel(row, say), kfsValue(row, say)],
  });
  const formTable = entries.flatMap(
    ({ no = '', title, rows: ids = [], fallback, clause }): TableRow[] => {
      const answerRows = ids.flatMap((id) => byId.get(id) ?? []);
      if (title === undefined) return answerRows.map((row) => answerRow(row, no));

      const [only] = answerRows;
      const details = [
        only && answerRows.length === 1 && kfsValue(only, say),
        fallback && say(fallback),
        clause && say('form.clause', { number: clauseNumber(clause) }),
      ].filter((text) => text !== undefined && text !== false);
      const head = { cells: [no, say(title), details.join('. ')] };
      if (details.length > 0 && answerRows.length < 2) return [head];

      return [
        { ...head, as: no === '' ? 'subgroup' : 'group' },
        ...answerRows.map((row) => answerRow(row)),
      ];
    },
  );
  const shown = new Set<string>([...HEADER_ROWS, ...entries.flatMap((entry) => entry.rows ?? [])]);
  const unplaced = rows.filter(({ id }) => !shown.has(id));
  if (unplaced.length === 0) return formTable;

  return [
    ...formTable,
    { cells: ['', say('form.other_rows'), ''], as: 'group' },
    ...unplaced.map((row) => answerRow(row)),
  ];
}

/** The APR formula of a single-instalment loan with its figures. */
function formula(kfs: StoredKfs, say: LoanTranslator): string {
  const figure = (id: string): string => formatFigure(kfs, 'apr', id, say);
  const days = findKfsRow(kfs, 'apr', 'loanTerm')?.value ?? '';

  return say('form.formula', {
    total: figure('totalRepayable'),
    net: figure('netDisbursed'),
    days,
    apr: figure('apr'),
  });
}

/** Writes the repayment schedule. */
export function writeSchedule(
  pdf: PdfBuilder,
  schedule: readonly Instalment[],
  say: LoanTranslator,
): void {
  const figure = (id: 'outstanding' | 'principal' | 'interest' | 'amount') => ({
    head: say(`form.schedule_${id}`),
    align: 'right' as const,
  });

  pdf.table(
    [
      { head: say('form.schedule_no'), width: 62 },
      { head: say('form.schedule_due'), width: 76 },
      figure('outstanding'),
      figure('principal'),
      figure('interest'),
      figure('amount'),
    ],
    schedule.map(({ number, dueDay, outstanding, principal, interest, amount }) => ({
      cells: [
        String(number),
        formatDay(dueDay),
        ...[outstanding, principal, interest, amount].map((figures) => money(figures)),
      ],
    })),
  );
}

export function findKfsRow(
  kfs: Pick<Kfs, 'sections'>,
  section: KfsSectionId,
  id: string,
): KfsRow | undefined {
  return kfs.sections
    .find((candidate) => candidate.id === section)
    ?.rows.find((row) => row.id === id);
}

/** The formatted value of a row; empty when the KFS has no such row. */
export function formatFigure(
  kfs: Pick<Kfs, 'sections'>,
  section: KfsSectionId,
  id: string,
  say: LoanTranslator,
): string {
  const row = findKfsRow(kfs, section, id);
  return row ? kfsValue(row, say) : '';
}

function readText(kfs: Kfs, id: (typeof HEADER_ROWS)[number]): string {
  return String(findKfsRow(kfs, 'part1', id)?.value ?? '');
}
