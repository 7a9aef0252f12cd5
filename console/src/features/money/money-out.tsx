import type { MoneyOut as OutRow } from '@noren/contract/staff/money';
import { useStaffCall, useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { codeText } from '../../texts/codes.ts';
import { kitTexts } from '../../texts/kit.ts';
import { stateName } from '../../texts/ledger.ts';
import { moneyTexts } from '../../texts/money.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Instant, Money } from '../../ui/figures.tsx';
import { FilterBar, MONEY_FILTERS, readFilters, useAddressValues } from '../../ui/filter-bar.tsx';
import { Acts, KeyValues, Panel, Tabs, useTab } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { ageColumn, amountColumn, orderColumn, whenColumn } from './columns.tsx';
import type { Proposing } from './proposing.ts';

const BALANCE_MS = 60_000;
const LISTS = ['payoutsOpen', 'payoutsFailed', 'refundsOpen', 'refundsFailed'] as const;

const QUERIES = {
  payoutsOpen: { kind: 'payout', list: 'open' },
  payoutsFailed: { kind: 'payout', list: 'failed' },
  refundsOpen: { kind: 'refund', list: 'open' },
  refundsFailed: { kind: 'refund', list: 'failed' },
} as const;

/** Payouts and refunds: in progress with their ages, failed, and returned by the bank. */
export function MoneyOut({ onPropose }: Proposing) {
  const list = useTab(LISTS, 'out');
  const [values] = useAddressValues();
  const query = readFilters(MONEY_FILTERS, values);

  const pages = useStaffPages(
    'moneyOut',
    { query: { ...QUERIES[list], ...query } },
    pagesByNext<OutRow>(),
  );

  const columns: readonly Column<OutRow>[] = [
    whenColumn(({ createdAt }) => createdAt),
    ageColumn(({ createdAt }) => createdAt),
    orderColumn,
    amountColumn,
    { id: 'state', header: moneyTexts.state, width: 170, cell: ({ state }) => stateName(state) },
    {
      id: 'reason',
      header: moneyTexts.reason,
      cell: ({ reason }) => (reason === null ? '' : codeText(reason)),
    },
    { id: 'ref', header: moneyTexts.ref, cell: ({ ref }) => ref },
    {
      id: 'act',
      isControl: true,
      header: moneyTexts.act,
      width: 240,
      cell: (row) => <OutActs row={row} onPropose={onPropose} />,
    },
  ];

  return (
    <>
      <Balance />
      <Tabs
        label={moneyTexts.outKinds}
        name="out"
        tabs={LISTS.map((id) => ({ id, text: moneyTexts[id] }))}
      />
      <FilterBar filters={MONEY_FILTERS} />
      <Panel title={moneyTexts[list]} isFlush>
        <DataTable
          label={moneyTexts[list]}
          columns={columns}
          rows={pages}
          toId={({ ref }) => ref}
          empty={Object.keys(query).length === 0 ? moneyTexts.noOut : kitTexts.noMatch}
          paging={pages.paging}
        />
      </Panel>
    </>
  );
}

/** What the reader may propose for a payout or a refund in its state. */
function OutActs({ row, onPropose }: Proposing & { readonly row: OutRow }) {
  const { kind, ref: refundRef, state, repayId } = row;
  const may = useMay();

  return (
    <Acts>
      {kind === 'refund' && state === 'failed' && may('propose.refund_retry') && (
        <Button tone="quiet" onPress={() => onPropose({ kind: 'refund_retry', refundRef })}>
          {moneyTexts.retry}
        </Button>
      )}
      {kind === 'refund' && state === 'failed' && may('propose.refund_payout') && (
        <Button tone="quiet" onPress={() => onPropose({ kind: 'refund_payout', refundRef })}>
          {moneyTexts.pay}
        </Button>
      )}
      {kind === 'payout' &&
        (state === 'waiting' || state === 'queued') &&
        may('propose.payout_cancel') && (
          <Button tone="quiet" onPress={() => onPropose({ kind: 'payout_cancel', repayId })}>
            {moneyTexts.cancel}
          </Button>
        )}
    </Acts>
  );
}

/** What the payouts' provider says is left for payouts. */
function Balance() {
  const loaded = useStaffCall('moneyBalance', {}, { refreshEveryMs: BALANCE_MS });

  return (
    <Answer of={loaded} lines={1}>
      {({ provider, balance }) => (
        <Panel title={moneyTexts.balance}>
          {balance === null ? (
            <p>{moneyTexts.noBalance(provider)}</p>
          ) : (
            <KeyValues
              rows={[
                [
                  moneyTexts.balanceAt(provider),
                  <Money key="amount" amount={balance.availablePaise} />,
                ],
                [moneyTexts.asOf, <Instant key="at" at={balance.asOf} />],
              ]}
            />
          )}
        </Panel>
      )}
    </Answer>
  );
}
