import type { Product } from '@noren/contract/loans';
import { formatDay, formatMoney, formatPercent, formatRate } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { AmountRow, Card, Row } from '../../ui/layout/card.tsx';
import type { Price } from './price.ts';

/** The full price of a loan: amount paid out, each charge, amount and day of repayment, APR. */
export function Breakdown({ product, price }: { product: Product; price: Price }) {
  const t = useT();
  const days = t('loans.days', { days: price.tenorDays });

  return (
    <Card rows label={t('loans.breakdown')}>
      <AmountRow label={t('loans.net')} value={formatMoney(price.netDisbursed)} />
      <Row
        label={t('loans.fee', { rate: formatRate(product.feePpm) })}
        value={formatMoney(price.fee + price.feeDiscount)}
      />
      {price.feeDiscount > 0 && (
        <Row label={t('loans.fee_discount')} value={`−${formatMoney(price.feeDiscount)}`} />
      )}
      <Row
        label={t('loans.gst', { rate: formatRate(product.gstPpm) })}
        value={formatMoney(price.gst)}
      />
      <Row
        label={t('loans.interest', { rate: formatPercent(product.interestPpmPerDay), days })}
        value={formatMoney(price.interest)}
      />
      <AmountRow
        label={t('loans.total_by', { day: formatDay(price.dueDay) })}
        value={formatMoney(price.totalRepayable)}
      />
      <Row strong label={t('loans.apr')} value={formatPercent(price.aprHundredths * 100)} />
    </Card>
  );
}
