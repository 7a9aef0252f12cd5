import type { Kfs } from '@noren/contract/loans';
import { formatDay, formatMoney, formatPercent, formatRate } from '../i18n/format.ts';
import { type MessageId, type Translate, useT } from '../i18n/index.ts';
import { Card, Row } from '../ui/card.tsx';
import { Stack } from '../ui/text.tsx';

type KfsRow = Kfs['sections'][number]['rows'][number];

/** Rates quoted with two decimals; the others as short as they are. */
const TWO_DECIMALS = new Set(['apr', 'interestPerDay', 'interestPerYear', 'penalChargePerDay']);

/** Every section and row of a statement in the user's language, and the repayment schedule. */
export function KfsSections({ kfs }: { kfs: Kfs }) {
  const t = useT();
  return (
    <>
      {kfs.sections.map((section) => {
        const title = wordsOf(t, 'kfs.section', section.id) ?? section.id;
        return (
          <section key={section.id}>
            <Stack gap={2}>
              <h3>{title}</h3>
              <Card rows label={title}>
                {section.rows.map((row) => (
                  <Row key={row.id} label={<RowLabel row={row} />} value={valueInWords(row, t)} />
                ))}
              </Card>
            </Stack>
          </section>
        );
      })}
      <Schedule schedule={kfs.schedule} />
    </>
  );
}

function RowLabel({ row }: { row: KfsRow }) {
  const t = useT();
  const note = row.note === undefined ? undefined : (wordsOf(t, 'kfs.note', row.note) ?? row.note);
  return (
    <>
      {wordsOf(t, 'kfs.row', row.id) ?? row.id}
      {note !== undefined && ` (${note})`}
    </>
  );
}

/** A row's value in words and figures. */
function valueInWords(row: KfsRow, t: Translate): string {
  const { kind, value } = row;
  if (typeof value === 'string') {
    if (kind === 'choice') return wordsOf(t, 'kfs.choice', value) ?? value;
    return kind === 'day' ? formatDay(value) : value;
  }
  if (kind === 'paise') return formatMoney(value);
  if (kind === 'percent') return TWO_DECIMALS.has(row.id) ? formatPercent(value) : formatRate(value);
  return kind === 'days' ? t('kfs.days', { days: value }) : String(value);
}

/** The text of an id that came with the data; undefined when the catalogue has none. */
function wordsOf(t: Translate, prefix: string, id: string): string | undefined {
  const key = `${prefix}.${id}`;
  const text = t(key as MessageId);
  return text === key ? undefined : text;
}

function Schedule({ schedule }: { schedule: Kfs['schedule'] }) {
  const t = useT();
  return (
    <section>
      <Stack gap={2}>
        <h3>{t('kfs.schedule')}</h3>
        {schedule.map((instalment) => {
          const name = t('kfs.instalment', { number: instalment.number, day: formatDay(instalment.dueDay) });
          return (
            <Card key={instalment.number} rows label={name}>
              <Row strong label={name} value={formatMoney(instalment.totalPaise)} />
              <Row label={t('kfs.outstanding')} value={formatMoney(instalment.outstandingPaise)} />
              <Row label={t('kfs.principal')} value={formatMoney(instalment.principalPaise)} />
              <Row label={t('kfs.interest')} value={formatMoney(instalment.interestPaise)} />
            </Card>
          );
        })}
      </Stack>
    </section>
  );
}
