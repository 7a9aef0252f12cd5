import type { Language } from '@noren/contract/fields';
import { kfsLabel, kfsValue } from '@noren/contract/kfs-value';
import type { Kfs, KfsRow, KfsSectionId } from '@noren/core/lending/kfs';
import type { Instalment } from '@noren/core/lending/schedule';
import { formatDay } from '@noren/core/money/time';
import { clauseNumber } from './clause-order.ts';
import { HEAD_ROWS, KFS_FORM } from './kfs-form.ts';
import { Paper } from './paper.ts';
import type { TableRow } from './table.ts';
import { loanSpeaker, money, type SayLoan } from './words.ts';

/** A statement as it is kept. */
export interface KeptKfs extends Kfs {
  readonly language: string;
  readonly textVersion: string;
  readonly madeAt: number;
}

/** The statement with its mark, as everything that opens with it needs it. */
export interface StatementData {
  readonly kfs: KeptKfs;
  readonly kfsHash: string;
}

/** Draws a Key Facts Statement in the language it was made in. */
export function drawKfs({ kfs, kfsHash }: StatementData): Promise<Buffer> {
  const say = sayOf(kfs);
  const paper = new Paper({
    title: say('form.title'),
    issuer: textOf(kfs, 'lender'),
    number: kfs.proposalNo,
    mark: kfsHash,
    markLabel: say('form.mark'),
    language: kfs.language,
    at: kfs.madeAt,
    pageWords: (page, of) => say('form.page', { page, of }),
  });
  writeKfs(paper, kfs, say);
  return paper.end();
}

/** The words of something kept: those it was made in. */
export function sayOf(kept: { textVersion: string; language: string }): SayLoan {
  return loanSpeaker(kept.textVersion, kept.language as Language);
}

/** Writes a statement onto a paper: alone, or as the opening of an agreement. */
export function writeKfs(paper: Paper, kfs: KeptKfs, say: SayLoan): void {
  paper.title(say('form.title'), say('form.basis'));
  paper.figures([
    { label: say('form.you_receive'), value: figureOf(kfs, 'apr', 'netDisbursed', say) },
    {
      label: say('form.you_repay', { day: figureOf(kfs, 'apr', 'dueDay', say) }),
      value: figureOf(kfs, 'apr', 'totalRepayable', say),
    },
    { label: say('kfs.row.apr'), value: figureOf(kfs, 'apr', 'apr', say) },
  ]);
  paper.facts([
    ...HEAD_ROWS.map((id) => ({ label: say(`kfs.row.${id}`), value: textOf(kfs, id) })),
    { label: say('form.issued'), value: formatDay(kfs.issuedDay) },
    { label: say('form.valid_until'), value: formatDay(kfs.validUntilDay) },
    { label: say('form.language'), value: say('form.language_name') },
    { label: say('form.version'), value: kfs.textVersion },
  ]);
  for (const { id, rows } of kfs.sections) {
    paper.heading(say(KFS_FORM[id].title));
    paper.table(
      [
        { head: say('form.no'), width: 34 },
        { head: say('form.particulars') },
        { head: say('form.details'), width: 190 },
      ],
      formRows(id, rows, say),
    );
    if (id === 'apr') paper.paragraph(formula(kfs, say), 'strong');
  }
  paper.heading(say('form.annex_c'));
  writeSchedule(paper, kfs.schedule, say);
  paper.paragraph(say('form.only_these'), 'soft');
}

/** The form's entries with the statement's answers; a row the form has no place for comes last, never left out. */
function formRows(section: KfsSectionId, rows: readonly KfsRow[], say: SayLoan): TableRow[] {
  const { entries } = KFS_FORM[section];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const answer = (row: KfsRow, no = ''): TableRow => ({ cells: [no, kfsLabel(row, say), kfsValue(row, say)] });
  const drawn = entries.flatMap(({ no = '', title, rows: ids = [], said, clause }): TableRow[] => {
    const answers = ids.flatMap((id) => byId.get(id) ?? []);
    if (title === undefined) return answers.map((row) => answer(row, no));
    const [only] = answers;
    const beside = [
      only && answers.length === 1 && kfsValue(only, say),
      said && say(said),
      clause && say('form.clause', { number: clauseNumber(clause) }),
    ].filter((text) => text !== undefined && text !== false);
    const head = { cells: [no, say(title), beside.join('. ')] };
    if (beside.length > 0 && answers.length < 2) return [head];
    return [{ ...head, as: no === '' ? 'subgroup' : 'group' }, ...answers.map((row) => answer(row))];
  });
  const placed = new Set<string>([...HEAD_ROWS, ...entries.flatMap((entry) => entry.rows ?? [])]);
  const left = rows.filter(({ id }) => !placed.has(id));
  if (left.length === 0) return drawn;
  return [...drawn, { cells: ['', say('form.other_rows'), ''], as: 'group' }, ...left.map((row) => answer(row))];
}

/** How the APR of a loan repaid at once comes about, with its own figures. */
function formula(kfs: KeptKfs, say: SayLoan): string {
  const figure = (id: string): string => figureOf(kfs, 'apr', id, say);
  const days = rowOf(kfs, 'apr', 'loanTerm')?.value ?? '';
  return say('form.formula', {
    total: figure('totalRepayable'),
    net: figure('netDisbursed'),
    days,
    apr: figure('apr'),
  });
}

/** Writes what is repaid when. */
export function writeSchedule(paper: Paper, schedule: readonly Instalment[], say: SayLoan): void {
  const figure = (id: 'outstanding' | 'principal' | 'interest' | 'amount') => ({
    head: say(`form.schedule_${id}`),
    align: 'right' as const,
  });
  paper.table(
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

/** A row of a statement. */
export function rowOf(kfs: Pick<Kfs, 'sections'>, section: KfsSectionId, id: string): KfsRow | undefined {
  return kfs.sections.find((one) => one.id === section)?.rows.find((row) => row.id === id);
}

/** What a row says; nothing where the statement has no such row. */
export function figureOf(kfs: Pick<Kfs, 'sections'>, section: KfsSectionId, id: string, say: SayLoan): string {
  const row = rowOf(kfs, section, id);
  return row ? kfsValue(row, say) : '';
}

function textOf(kfs: Kfs, id: (typeof HEAD_ROWS)[number]): string {
  return String(rowOf(kfs, 'part1', id)?.value ?? '');
}
