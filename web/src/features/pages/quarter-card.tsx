import type { QuarterOfRates } from '@noren/contract/public-pages';
import { LEAST_LOANS_PUBLISHED } from '@noren/core/lending/rate-card';
import { formatDay, formatPercent } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import style from './quarter-card.module.css';

/** What the loans of a quarter cost. */
export function QuarterCard({ quarter }: { quarter: QuarterOfRates }) {
  const t = useT();
  const { first, last, computedOn, loans, rates } = quarter;
  const title = t('rates.quarter', { first: formatDay(first), last: formatDay(last) });

  return (
    <Stack gap={2} as="section">
      <h3>{title}</h3>
      <Card label={title}>
        {loans === 'none' && <Text>{t('rates.none')}</Text>}
        {loans === 'few' && <Text>{t('rates.few', { loans: LEAST_LOANS_PUBLISHED })}</Text>}
        {rates.map((row) => (
          <RateTable key={row.productName} rates={row} />
        ))}
      </Card>
      {loans === 'published' && (
        <Text size="sm">{t('rates.computed', { day: formatDay(computedOn) })}</Text>
      )}
    </Stack>
  );
}

function RateTable({ rates }: { rates: QuarterOfRates['rates'][number] }) {
  const t = useT();
  const { productName, aprHundredths: apr, interestPpmPerYear: interest } = rates;

  return (
    <table className={style.table}>
      <caption>{productName ?? t('rates.all')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('rates.rate')}</th>
          <th scope="col">{t('rates.least')}</th>
          <th scope="col">{t('rates.average')}</th>
          <th scope="col">{t('rates.most')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('noren.apr')}</th>
          <td>{formatPercent(apr.least * 100)}</td>
          <td>{formatPercent(apr.average * 100)}</td>
          <td>{formatPercent(apr.most * 100)}</td>
        </tr>
        <tr>
          <th scope="row">{t('rates.yearly')}</th>
          <td>{formatPercent(interest.least)}</td>
          <td>{formatPercent(interest.average)}</td>
          <td>{formatPercent(interest.most)}</td>
        </tr>
      </tbody>
    </table>
  );
}
