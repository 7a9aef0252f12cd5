import { kfsLabel, kfsSection, kfsValue } from '@noren/contract/kfs-value';
import type { Kfs } from '@noren/contract/loans';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Card, Row } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/text.tsx';

/**
 * Every section and row of a key facts statement or an addendum in the user's language, and the
 * repayment schedule.
 */
export function KfsSections({ kfs }: { kfs: Pick<Kfs, 'sections' | 'schedule'> }) {
  const t = useT();

  return (
    <>
      {kfs.sections.map((section) => {
        const title = kfsSection(section.id, t);

        return (
          <section key={section.id}>
            <Stack gap={2}>
              <h3>{title}</h3>
              <Card rows label={title}>
                {section.rows.map((row) => (
                  <Row key={row.id} label={kfsLabel(row, t)} value={kfsValue(row, t)} />
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

function Schedule({ schedule }: { schedule: Kfs['schedule'] }) {
  const t = useT();

  return (
    <section>
      <Stack gap={2}>
        <h3>{t('kfs.schedule')}</h3>
        {schedule.map((instalment) => {
          const name = t('kfs.instalment', {
            number: instalment.number,
            day: formatDay(instalment.dueDay),
          });

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
