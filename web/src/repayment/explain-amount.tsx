import type { AnswerOf } from '@noren/contract/call';
import { type repayDetail, repayEntries } from '@noren/contract/repayment';
import { useCall } from '../api-hooks.tsx';
import { formatDay, formatMoney } from '../i18n/format.ts';
import { type MessageId, type Translate, useT } from '../i18n/index.ts';
import { Card, Row } from '../ui/card.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Stack, Text } from '../ui/text.tsx';

type Entries = AnswerOf<typeof repayEntries>;
type Line = Entries['entries'][number]['lines'][number];

/** What each side of a journal means to the borrower; the lender's own side of it says nothing new and is left out. */
const LINE_WORDS: Record<string, { added: MessageId; taken: MessageId }> = {
  loan_principal: { added: 'repay.line_principal', taken: 'repay.line_principal_paid' },
  interest_receivable: { added: 'repay.line_interest', taken: 'repay.line_interest_paid' },
  penal_receivable: { added: 'repay.line_penal', taken: 'repay.line_penal_paid' },
  fee_income: { added: 'repay.line_fee_back', taken: 'repay.line_fee' },
  fee_discount: { added: 'repay.line_discount', taken: 'repay.line_discount_back' },
  gst_payable: { added: 'repay.line_gst_back', taken: 'repay.line_gst' },
  settlement_out: { added: 'repay.line_sent_back', taken: 'repay.line_sent' },
  settlement_in: { added: 'repay.line_received', taken: 'repay.line_returned' },
  borrower_credit: { added: 'repay.line_credit_used', taken: 'repay.line_credit' },
  limit_held: { added: 'repay.line_held', taken: 'repay.line_released' },
};

const KINDS: Record<string, MessageId> = {
  hold: 'repay.kind_hold',
  release: 'repay.kind_release',
  disbursement: 'repay.kind_disbursement',
  payment: 'repay.kind_payment',
  reversal: 'repay.kind_reversal',
  waiver: 'repay.kind_waiver',
};

type Props = { detail: AnswerOf<typeof repayDetail>; onClose: () => void };

/** How the amount came to be: each booking of the order, and what runs up until it is booked. */
export function ExplainAmount({ detail, onClose }: Props) {
  const t = useT();
  const entries = useCall(repayEntries, { params: { repayId: detail.repayId } });
  return (
    <Sheet open title={t('repay.explain')} onClose={onClose}>
      {entries.data ? (
        <Stack gap={4}>
          <Text>{t('repay.explain_text')}</Text>
          {entries.data.entries.map((entry) => (
            <Booking key={entry.journalId} entry={entry} />
          ))}
          <NotYetBooked entries={entries.data} total={detail.totalPaise} />
        </Stack>
      ) : entries.isError ? (
        <ErrorState text={entries.error.message} busy={entries.isFetching} onRetry={() => void entries.refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Sheet>
  );
}

function Booking({ entry }: { entry: Entries['entries'][number] }) {
  const t = useT();
  const kind = KINDS[entry.kind];
  const title = `${formatDay(entry.day)} · ${kind ? t(kind) : entry.kind}`;
  return (
    <section>
      <Stack gap={2}>
        <h3>{title}</h3>
        <Card rows label={title}>
          {entry.lines.map((line) => {
            const words = wordsOf(line, t);
            return words && <Row key={line.account} label={words} value={formatMoney(Math.abs(line.amountPaise))} />;
          })}
        </Card>
      </Stack>
    </section>
  );
}

/** Debits, which are positive, add to what the borrower owes or the lender holds; credits take from it. */
function wordsOf(line: Line, t: Translate): string | undefined {
  const words = LINE_WORDS[line.account];
  return words && t(line.amountPaise >= 0 ? words.added : words.taken);
}

function NotYetBooked({ entries, total }: { entries: Entries; total: number }) {
  const t = useT();
  const title = t('repay.until', { day: formatDay(entries.asOfDay) });
  return (
    <section>
      <Stack gap={2}>
        <h3>{title}</h3>
        <Card rows label={title}>
          {entries.notYetBooked.map(({ kind, days, amountPaise }) => (
            <Row
              key={kind}
              label={t(kind === 'interest' ? 'repay.interest' : 'repay.overdue_fee', {
                days: t('loans.days', { days }),
              })}
              value={formatMoney(amountPaise)}
            />
          ))}
          <Row strong label={t('repay.total')} value={formatMoney(total)} />
        </Card>
      </Stack>
    </section>
  );
}
