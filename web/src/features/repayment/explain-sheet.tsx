import type { AnswerOf } from '@noren/contract/call';
import { repayDetail, repayEntries } from '@noren/contract/repayment';
import { OrderStatus } from '@noren/core/lending/order-status';
import { type ReactNode, useEffect } from 'react';
import { refresh, useCall } from '../../api/hooks.tsx';
import { formatDay, formatMoney, formatRate } from '../../i18n/format.ts';
import { type TextId, type Translate, useT } from '../../i18n/index.ts';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { Card, Row } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import {
  type EntryEffect,
  type ExplainedFigure,
  explain,
  type Move,
  type Working,
} from './explain.ts';

type Detail = AnswerOf<typeof repayDetail>;
type Entries = AnswerOf<typeof repayEntries>;

const KINDS: Record<string, TextId> = {
  accrual: 'repay.kind_accrual',
  chargeback: 'repay.kind_chargeback',
  disbursement: 'repay.kind_disbursement',
  extension: 'repay.kind_extension',
  fee_reversal: 'repay.kind_fee_reversal',
  payment: 'repay.kind_payment',
  refund: 'repay.kind_refund',
  reversal: 'repay.kind_reversal',
  waiver: 'repay.kind_waiver',
  write_off: 'repay.kind_write_off',
};

type Props = { detail: Detail; figure: ExplainedFigure; onClose: () => void };

/** Explains a figure by its ledger entries in plain words, with the balance after each. */
export function ExplainSheet({ detail, figure, onClose }: Props) {
  const t = useT();
  const entries = useCall(repayEntries, { params: { repayId: detail.repayId } });

  // The figures and their entries must be of the same moment.
  useEffect(() => refresh(repayDetail, repayEntries), []);

  return (
    <Sheet
      open
      title={t(figure === 'total' ? 'repay.explain' : `repay.explain_${figure}`)}
      onClose={onClose}
    >
      {entries.data ? (
        <ExplainedEntries {...{ detail, figure }} entries={entries.data} />
      ) : (
        <NotLoaded call={entries} />
      )}
    </Sheet>
  );
}

type ExplainedProps = { detail: Detail; figure: ExplainedFigure; entries: Entries };

function ExplainedEntries({ detail, figure, entries }: ExplainedProps) {
  const t = useT();
  const explained = explain(entries.entries, figure);

  return (
    <Stack gap={4}>
      <Text>{t(`repay.explain_${figure}_text`)}</Text>
      {explained.map((one) => (
        <Booking key={one.entry.journalId} explained={one} figure={figure} />
      ))}
      <Result {...{ detail, figure, entries }} />
    </Stack>
  );
}

function Booking({ explained, figure }: { explained: EntryEffect; figure: ExplainedFigure }) {
  const t = useT();
  const { entry, moves, afterPaise } = explained;
  const days = entry.fromDay
    ? `${formatDay(entry.fromDay)} – ${formatDay(entry.day)}`
    : formatDay(entry.day);
  const kind = KINDS[entry.kind];
  const title = `${days} · ${kind ? t(kind) : entry.kind}`;

  return (
    <Reckoning title={title}>
      {moves.map((move) => (
        <Row
          key={move.text}
          label={t(move.text)}
          value={formatMove(move)}
          notes={listWorkings(t, move.workings)}
        />
      ))}
      <Row strong label={t(`repay.after_${figure}`)} value={formatMoney(afterPaise)} />
    </Reckoning>
  );
}

/** A sum and what it is made of, a row each. */
function Reckoning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Stack gap={2}>
        <h3>{title}</h3>
        <Card rows label={title}>
          {children}
        </Card>
      </Stack>
    </section>
  );
}

/** The calculation of an amount, one line per multiplication. */
const listWorkings = (t: Translate, workings: readonly Working[] = []): string[] =>
  workings.map((one) => describeWorking(t, one));

function describeWorking(
  t: Translate,
  { of, how, basePaise = 0, ppm = 0, days, amountPaise }: Working,
): string {
  const amount = how === 'rate' ? formatMoney(amountPaise) : formatSigned(amountPaise);
  if (how !== 'rate') return t(`repay.working_${how}`, { amount });

  const values = { base: formatMoney(basePaise), rate: formatRate(ppm), amount };
  if (days !== undefined)
    return t('repay.working_days', { ...values, days: t('loans.days', { days }) });

  return t(of === 'gst' ? 'repay.working_gst' : 'repay.working_fee', values);
}

const formatSigned = (amountPaise: number): string =>
  `${amountPaise < 0 ? '−' : '+'}${formatMoney(Math.abs(amountPaise))}`;

const formatMove = ({ amountPaise, isNote }: Move): string =>
  isNote ? formatMoney(amountPaise) : formatSigned(amountPaise);

/** What has accrued until today, and the figure as the page shows it. */
function Result({ detail, figure, entries }: ExplainedProps) {
  const t = useT();
  const running = entries.notYetBooked.filter(({ kind }) => figure === 'total' || figure === kind);
  const title = t('repay.as_of', { day: formatDay(entries.asOfDay) });
  const discount = figure === 'total' ? detail.totalPaise - detail.toPayPaise : 0;

  return (
    <Reckoning title={title}>
      {running.map(({ kind, days, amountPaise, workings }) => (
        <Row
          key={kind}
          label={t(`repay.running_${kind}`, { days: t('loans.days', { days }) })}
          notes={listWorkings(t, workings)}
          value={`+${formatMoney(amountPaise)}`}
        />
      ))}
      {figure === 'total' && detail.borrowStatus === OrderStatus.writtenOff && (
        <Row label={t('repay.written_off_left')} value={`+${formatMoney(detail.totalPaise)}`} />
      )}
      <Row
        strong
        label={t(`repay.sum_${figure}`)}
        value={formatMoney(readFigure(detail, figure))}
      />
      {discount > 0 && (
        <>
          <Row label={t('repay.coupon')} value={`−${formatMoney(discount)}`} />
          <Row strong label={t('repay.with_coupon')} value={formatMoney(detail.toPayPaise)} />
        </>
      )}
    </Reckoning>
  );
}

function readFigure(detail: Detail, figure: ExplainedFigure): number {
  switch (figure) {
    case 'principal':
      return detail.principalOwedPaise;
    case 'interest':
      return detail.interestPaise;
    case 'penal':
      return detail.overdueFeePaise;
    case 'fees':
      return detail.feesPaise;
    case 'waived':
      return detail.waivedPaise;
    case 'paid':
      return detail.paidPaise;
    case 'total':
      return detail.totalPaise;
    default: {
      const missing: never = figure;
      throw new RangeError(`unknown figure: ${missing}`);
    }
  }
}
