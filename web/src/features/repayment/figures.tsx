import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { type ReactNode, useState } from 'react';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { type Translate, useT } from '../../i18n/index.ts';
import { Card, Row, RowButton, RowLink } from '../../ui/layout/card.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import { lazyWithPreload } from '../../ui/routing/lazy-with-preload.tsx';
import type { ExplainedFigure } from './explain.ts';

const ExplainSheet = lazyWithPreload(
  async () => (await import('./explain-sheet.tsx')).ExplainSheet,
);

type Detail = AnswerOf<typeof repayDetail>;
type Props = { detail: Detail; coupon: ReactNode };

type Line = { id: ExplainedFigure; label: string; paise: number };

const less = (paise: number) => (paise > 0 ? `−${formatMoney(paise)}` : formatMoney(0));

/**
 * Everything paid above the charges, also after its refund: without it the rows do not add up to
 * the total.
 */
function sumOverpaid(detail: Detail): number {
  const charged =
    detail.principalPaise + detail.interestPaise + detail.overdueFeePaise + detail.feesPaise;

  return detail.totalPaise + detail.waivedPaise + detail.paidPaise - charged;
}

/** What is added to the principal and taken from it, in the order of the page. */
function listCharges(detail: Detail, t: Translate): Line[] {
  const days = (count: number) => t('loans.days', { days: count });

  return [
    {
      id: 'interest',
      label: t('repay.interest', { days: days(detail.interestDays) }),
      paise: detail.interestPaise,
    },
    {
      id: 'penal',
      label: t('repay.overdue_fee', { days: days(detail.penalDays) }),
      paise: detail.overdueFeePaise,
    },
    { id: 'fees', label: t('repay.fees'), paise: detail.feesPaise },
    { id: 'waived', label: t('repay.waived'), paise: -detail.waivedPaise },
    { id: 'paid', label: t('repay.paid'), paise: -detail.paidPaise },
  ];
}

/**
 * The specification's repay details and all parts of the total; each figure opens the entries
 * behind it.
 */
export function Figures({ detail, coupon }: Props) {
  const t = useT();
  const [figure, setFigure] = useState<ExplainedFigure | null>(null);
  const explain = (next: ExplainedFigure) => ({ onClick: () => setFigure(next) });
  const days = (count: number) => t('loans.days', { days: count });
  const { totalPaise, toPayPaise, extendedDueDay, overdueDays } = detail;
  const tooMuch = sumOverpaid(detail);
  const charges = listCharges(detail, t);

  const renderRow = ({ id, label, paise }: Line) => (
    <RowButton
      key={id}
      {...explain(id)}
      label={label}
      value={paise < 0 ? less(-paise) : formatMoney(paise)}
    />
  );

  const noCoupon = detail.coupon === null && detail.coupons.length === 0;
  // The specification shows them always: what is zero or none is one tap away.
  const zeros = [
    extendedDueDay === null && (
      <Row key="extended" label={t('repay.extended_due')} value={t('repay.none')} />
    ),
    overdueDays === 0 && <Row key="overdue" label={t('repay.overdue_days')} value={days(0)} />,
    noCoupon && <Row key="coupon" label={t('repay.coupon')} value={t('repay.none')} />,
    ...charges.filter(({ id, paise }) => paise === 0 && id !== 'fees').map(renderRow),
  ].filter(Boolean);

  return (
    <Card rows label={t('repay.details')}>
      <Row label={t('repay.product')} value={detail.productName} />
      <RowButton
        {...explain('principal')}
        label={t('repay.principal')}
        value={formatMoney(detail.principalPaise)}
      />
      {charges.filter(({ paise }) => paise !== 0).map(renderRow)}
      {tooMuch > 0 && (
        <RowButton
          {...explain('total')}
          label={t(detail.overpaidPaise > 0 ? 'repay.too_much' : 'repay.too_much_back')}
          value={formatMoney(tooMuch)}
        />
      )}
      {!noCoupon && coupon}
      <RowButton
        strong
        {...explain('total')}
        label={t('repay.total')}
        value={formatMoney(totalPaise)}
      />
      {toPayPaise < totalPaise && (
        <Row strong label={t('repay.with_coupon')} value={formatMoney(toPayPaise)} />
      )}
      <DueRows detail={detail} />
      {zeros.length > 0 && (
        <Fold of="rows" title={t('repay.zeros', { count: zeros.length })}>
          {zeros}
        </Fold>
      )}
      <RowLink
        label={t('repay.explain')}
        note={t('repay.explain_hint')}
        onClick={() => setFigure('total')}
      />
      {figure && <ExplainSheet detail={detail} figure={figure} onClose={() => setFigure(null)} />}
    </Card>
  );
}

/** When the loan is due, and by how many days it is late. */
function DueRows({ detail: { dueDay, extendedDueDay, overdueDays } }: Pick<Props, 'detail'>) {
  const t = useT();

  return (
    <>
      <Row label={t('orders.due')} value={dueDay === null ? t('repay.none') : formatDay(dueDay)} />
      {extendedDueDay !== null && (
        <Row label={t('repay.extended_due')} value={formatDay(extendedDueDay)} />
      )}
      {overdueDays > 0 && (
        <Row label={t('repay.overdue_days')} value={t('loans.days', { days: overdueDays })} />
      )}
    </>
  );
}
