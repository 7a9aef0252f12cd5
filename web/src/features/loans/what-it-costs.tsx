import { formatDay, formatMoney, formatPercent } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { AmountRow, Row } from '../../ui/layout/card.tsx';
import type { Offer } from './use-offer.ts';

/** The rows that end an offer's price: what is paid back, when, and the APR. */
export function WhatItCosts({ quote }: { quote: Offer['quote'] }) {
  const t = useT();

  return (
    <>
      <AmountRow
        label={t('loans.total_by', { day: formatDay(quote.dueDay) })}
        value={formatMoney(quote.totalPaise)}
      />
      <Row strong label={t('loans.apr')} value={formatPercent(quote.aprHundredths * 100)} />
    </>
  );
}
