import type { StaffProposal } from '@noren/contract/staff/approvals';
import type { LoanPayment, LoanPayout, LoanRefund } from '@noren/contract/staff/loans';
import type { StaffAnswer } from '../../api/client.ts';
import { wholeList } from '../../api/list-source.ts';
import { useMay } from '../../api/session.tsx';
import { MovePayment } from '../../shared/move-payment.tsx';
import { codeText } from '../../texts/codes.ts';
import { stateName } from '../../texts/ledger.ts';
import { loanActTexts, loanTexts } from '../../texts/loans.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Instant, Money } from '../../ui/figures.tsx';
import { Acts, Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';

interface MovesProps {
  readonly loan: StaffAnswer<'loan'>;
  readonly onPropose: (proposal: StaffProposal) => void;
}

/** Payments, payouts and refunds of an order, each with its possible proposals. */
export function MovesOfLoan({ loan, onPropose }: MovesProps) {
  const { repayId, payments, payouts, refunds } = loan;
  const may = useMay();

  return (
    <>
      <Panel title={loanTexts.payments} isFlush>
        <DataTable
          label={loanTexts.payments}
          columns={[...PAYMENT_COLUMNS, paymentActs(repayId, may, onPropose)]}
          rows={wholeList(payments, 'loan', { params: { repayId } })}
          toId={({ journalId, provider }) => `${journalId} ${provider}`}
          empty={loanTexts.noPayments}
        />
      </Panel>

      <Panel title={loanTexts.payouts} isFlush>
        <DataTable
          label={loanTexts.payouts}
          columns={PAYOUT_COLUMNS}
          rows={wholeList(payouts, 'loan', { params: { repayId } })}
          toId={({ payoutRef }) => payoutRef}
          empty={loanTexts.noPayouts}
        />
      </Panel>

      <Panel title={loanTexts.refunds} isFlush>
        <DataTable
          label={loanTexts.refunds}
          columns={[...REFUND_COLUMNS, refundActs(may, onPropose)]}
          rows={wholeList(refunds, 'loan', { params: { repayId } })}
          toId={({ refundRef }) => refundRef}
          empty={loanTexts.noRefunds}
        />
      </Panel>
    </>
  );
}

const sumColumn: Column<{ readonly amountPaise: number }> = {
  id: 'sum',
  header: loanTexts.sum,
  align: 'right',
  width: 110,
  cell: ({ amountPaise }) => <Money amount={amountPaise} isBare />,
};

const startColumn: Column<{ readonly createdAt: number }> = {
  id: 'when',
  header: loanTexts.when,
  width: 140,
  cell: ({ createdAt }) => <Instant at={createdAt} />,
};

const stateColumn: Column<{ readonly state: Parameters<typeof stateName>[0] }> = {
  id: 'state',
  header: loanTexts.state,
  width: 110,
  cell: ({ state }) => stateName(state),
};

const reasonColumn: Column<{ readonly reason: string | null }> = {
  id: 'reason',
  header: loanTexts.reason,
  cell: ({ reason }) => (reason === null ? '' : codeText(reason)),
};

const PAYMENT_COLUMNS: readonly Column<LoanPayment>[] = [
  { id: 'when', header: loanTexts.when, width: 140, cell: ({ paidAt }) => <Instant at={paidAt} /> },
  sumColumn,
  {
    id: 'utr',
    header: loanTexts.utr,
    width: 90,
    cell: ({ utrLast4 }) => (utrLast4 === null ? '' : `··${utrLast4}`),
  },
  {
    id: 'ref',
    header: loanTexts.ref,
    cell: ({ providerRef, provider }) => `${provider} ${providerRef}`,
  },
  {
    id: 'state',
    header: loanTexts.state,
    width: 110,
    cell: ({ isReversed }) => (
      <Badge tone={isReversed ? 'soon' : 'good'}>
        {isReversed ? loanTexts.takenOff : loanTexts.counted}
      </Badge>
    ),
  },
];

const PAYOUT_COLUMNS: readonly Column<LoanPayout>[] = [
  startColumn,
  sumColumn,
  {
    id: 'account',
    header: loanTexts.account,
    width: 90,
    cell: ({ accountLast4 }) => `··${accountLast4}`,
  },
  { id: 'ref', header: loanTexts.ref, cell: ({ payoutRef }) => payoutRef },
  stateColumn,
  reasonColumn,
];

const REFUND_COLUMNS: readonly Column<LoanRefund>[] = [
  startColumn,
  sumColumn,
  {
    id: 'how',
    header: loanTexts.account,
    cell: ({ isByPayout }) => (isByPayout ? loanTexts.byPayout : loanTexts.byProvider),
  },
  stateColumn,
  reasonColumn,
];

type May = ReturnType<typeof useMay>;

function paymentActs(
  repayId: string,
  may: May,
  onPropose: MovesProps['onPropose'],
): Column<LoanPayment> {
  return {
    id: 'act',
    isControl: true,
    header: loanTexts.act,
    width: 180,
    cell: ({ isReversed, journalId, amountPaise }) =>
      isReversed ? (
        ''
      ) : (
        <Acts>
          {may('propose.payment_move') && (
            <MovePayment payment={{ repayId, journalId, amountPaise }} onPropose={onPropose} />
          )}
          {may('propose.reversal') && (
            <Button
              tone="quiet"
              onPress={() => onPropose({ kind: 'reversal', repayId, journalId })}
            >
              {loanActTexts.reverse}
            </Button>
          )}
        </Acts>
      ),
  };
}

function refundActs(may: May, onPropose: MovesProps['onPropose']): Column<LoanRefund> {
  return {
    id: 'act',
    isControl: true,
    header: loanTexts.act,
    width: 240,
    cell: ({ refundRef, state }) =>
      state !== 'failed' ? (
        ''
      ) : (
        <Acts>
          {may('propose.refund_retry') && (
            <Button tone="quiet" onPress={() => onPropose({ kind: 'refund_retry', refundRef })}>
              {loanActTexts.retry}
            </Button>
          )}
          {may('propose.refund_payout') && (
            <Button tone="quiet" onPress={() => onPropose({ kind: 'refund_payout', refundRef })}>
              {loanActTexts.pay}
            </Button>
          )}
        </Acts>
      ),
  };
}
