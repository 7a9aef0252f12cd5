import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { addDays, businessDay } from '@noren/core/money/time';
import { useAppConfig } from '../../api/config.ts';
import { formatDay, formatMoney, formatPercent } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { OfficerCard } from '../../shared/help/grievance-officer.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';

type Detail = AnswerOf<typeof repayDetail>;

/** Since when the loan is overdue, the daily penal charge, and when it starts and ends. */
export function OverdueFacts({ detail }: { detail: Detail }) {
  const t = useT();
  const { ppmPerDay, graceDays, maxDays } = detail.penalTerms;
  const due = detail.extendedDueDay ?? detail.dueDay;
  if (due === null) return null;

  const dueDay = businessDay(due);

  return (
    <Callout
      tone="due"
      title={t('repay.overdue_title', { day: formatDay(due) })}
      text={
        <>
          {t('repay.penal_rate', {
            rate: formatPercent(ppmPerDay),
            from: formatDay(addDays(dueDay, graceDays + 1)),
            to: formatDay(addDays(dueDay, graceDays + maxDays)),
          })}{' '}
          {describePenalPerDay(detail, t)} {t('repay.penal_stops')}
        </>
      }
    />
  );
}

/** A sentence with the penal charge per day; empty once the charge has stopped. */
function describePenalPerDay(
  { penalPerDayPaise, paidPaise, waivedPaise }: Detail,
  t: ReturnType<typeof useT>,
): string {
  if (penalPerDayPaise === 0) return '';

  const isNothingPaid = paidPaise === 0 && waivedPaise === 0;
  return t(isNothingPaid ? 'repay.penal_per_day' : 'repay.penal_per_day_left', {
    amount: formatMoney(penalPerDayPaise),
  });
}

/** The grievance officer's contact, shown on the page itself and not behind a link. */
export function Grievance() {
  const t = useT();
  const { config } = useAppConfig();
  if (!config) return null;

  const months = config.staffService.callsRecordedMonths;

  return (
    <section>
      <Stack gap={2}>
        <h2>{t('repay.wrong')}</h2>
        <Text>{t('repay.wrong_text')}</Text>
        <OfficerCard title={t('repay.officer')} officer={config.lender.grievance} />
        <Text size="sm">
          {months === undefined
            ? t('repay.calls_not_recorded')
            : t('repay.calls_recorded', { months })}
        </Text>
      </Stack>
    </section>
  );
}
