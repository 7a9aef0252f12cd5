import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { type ReactNode, useState } from 'react';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Card, Row, RowButton, RowLink } from '../../ui/layout/card.tsx';
import { lazyWithPreload } from '../../ui/routing/lazy-with-preload.tsx';
import type { ExplainedFigure } from './explain.ts';

const ExplainSheet = lazyWithPreload(async () => (await import('./explain-sheet.tsx')).ExplainSheet);

type Detail = AnswerOf<typeof repayDetail>;
type Props = { detail: Detail; coupon: ReactNode };

const less = (paise: number) => (paise > 0 ? `−${formatMoney(paise)}` : formatMoney(0));

/** The specification's repay details and all parts of the total; each figure opens the entries behind it. */
export function Figures({ detail, coupon }: Props) {
  const t = useT();
  const [figure, setFigure] = useState<ExplainedFigure | null>(null);
  const explain = (asked: ExplainedFigure) => ({ onClick: () => setFigure(asked) });
  const dayOr = (day: string | null) => (day === null ? t('repay.none') : formatDay(day));
  const days = (count: number) => t('loans.days', { days: count });
  const { interestDays, penalDays, totalPaise, toPayPaise } = detail;
  const charged = detail.principalPaise + detail.interestPaise + detail.overdueFeePaise + detail.feesPaise;
  // Shown also after its refund: without it the rows do not add up to the total.
  const tooMuch = totalPaise + detail.waivedPaise + detail.paidPaise - charged;
  return (
    <Card rows label={t('repay.details')}>
      <Row label={t('repay.product')} value={detail.productName} />
      <RowButton {...explain('principal')} label={t('repay.principal')} value={formatMoney(detail.principalPaise)} />
      <RowButton
        {...explain('interest')}
        label={t('repay.interest', { days: days(interestDays) })}
        value={formatMoney(detail.interestPaise)}
      />
      <RowButton
        {...explain('penal')}
        label={t('repay.overdue_fee', { days: days(penalDays) })}
        value={formatMoney(detail.overdueFeePaise)}
      />
      {detail.feesPaise > 0 && (
        <RowButton {...explain('fees')} label={t('repay.fees')} value={formatMoney(detail.feesPaise)} />
      )}
      <RowButton {...explain('waived')} label={t('repay.waived')} value={less(detail.waivedPaise)} />
      <RowButton {...explain('paid')} label={t('repay.paid')} value={less(detail.paidPaise)} />
      {tooMuch > 0 && (
        <RowButton
          {...explain('total')}
          label={t(detail.overpaidPaise > 0 ? 'repay.too_much' : 'repay.too_much_back')}
          value={formatMoney(tooMuch)}
        />
      )}
      {coupon}
      <RowButton strong {...explain('total')} label={t('repay.total')} value={formatMoney(totalPaise)} />
      {toPayPaise < totalPaise && <Row strong label={t('repay.with_coupon')} value={formatMoney(toPayPaise)} />}
      <Row label={t('orders.due')} value={dayOr(detail.dueDay)} />
      <Row label={t('repay.extended_due')} value={dayOr(detail.extendedDueDay)} />
      <Row label={t('repay.overdue_days')} value={days(detail.overdueDays)} />
      <RowLink label={t('repay.explain')} note={t('repay.explain_hint')} onClick={() => setFigure('total')} />
      {figure && <ExplainSheet detail={detail} figure={figure} onClose={() => setFigure(null)} />}
    </Card>
  );
}
