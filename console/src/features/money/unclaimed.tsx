import type { StaffProposal } from '@noren/contract/staff/approvals';
import type { UnclaimedMoney } from '@noren/contract/staff/money';
import { paise } from '@noren/core/money/money';
import { useState } from 'react';
import { useStaffCall, useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { usePreview } from '../../api/use-preview.ts';
import { OrderForm } from '../../shared/move-payment.tsx';
import { OpenRequest } from '../../shared/open-request.tsx';
import { codeText } from '../../texts/codes.ts';
import { kitTexts } from '../../texts/kit.ts';
import { stateName } from '../../texts/ledger.ts';
import { moneyTexts } from '../../texts/money.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Instant, moneyText } from '../../ui/figures.tsx';
import {
  FilterBar,
  MONEY_FILTERS,
  makeChoice,
  readFilters,
  useAddressValues,
} from '../../ui/filter-bar.tsx';
import { Acts, Panel, Timeline } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import { Answer, Empty, TroubleState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { ageColumn, amountColumn, refColumn, utrColumn, whenColumn } from './columns.tsx';
import type { Proposing } from './proposing.ts';

const FILTERS = [
  ...MONEY_FILTERS,
  makeChoice('state', moneyTexts.state, moneyTexts.unclaimedStates),
];

/**
 * Unclaimed funds: payments without an order. Claim one for an order, or return it to its sender.
 */
export function Unclaimed({ onPropose }: Proposing) {
  const [values] = useAddressValues();
  const query = readFilters(FILTERS, values);
  const pages = useStaffPages('moneyUnclaimed', { query }, pagesByNext<UnclaimedMoney>());
  const [claimed, setClaimed] = useState<UnclaimedMoney | null>(null);

  const columns: readonly Column<UnclaimedMoney>[] = [
    whenColumn(({ paidAt }) => paidAt),
    ageColumn(({ foundAt }) => foundAt),
    amountColumn,
    utrColumn,
    refColumn,
    {
      id: 'state',
      header: moneyTexts.state,
      cell: ({ state, reason }) =>
        [stateName(state), reason && codeText(reason)].filter(Boolean).join(': '),
    },
    {
      id: 'act',
      isControl: true,
      header: moneyTexts.act,
      width: 290,
      cell: (row) =>
        row.state !== 'open' ? (
          ''
        ) : (
          <FundsActs funds={row} onClaim={() => setClaimed(row)} onPropose={onPropose} />
        ),
    },
  ];

  return (
    <>
      <FilterBar filters={FILTERS} />

      <Panel title={moneyTexts.unclaimedTitle} isFlush>
        <DataTable
          label={moneyTexts.unclaimedTitle}
          columns={columns}
          rows={pages}
          toId={({ provider, providerRef, state, foundAt }) =>
            `${provider} ${providerRef} ${state} ${foundAt}`
          }
          empty={Object.keys(query).length === 0 ? moneyTexts.noUnclaimed : kitTexts.noMatch}
          paging={pages.paging}
        />

        <Dialog
          title={moneyTexts.claimTitle}
          isOpen={claimed !== null}
          onClose={() => setClaimed(null)}
        >
          {claimed !== null && (
            <Claim
              funds={claimed}
              onPropose={(proposal) => {
                setClaimed(null);
                onPropose(proposal);
              }}
            />
          )}
        </Dialog>
      </Panel>
    </>
  );
}

interface FundsActsProps extends Proposing {
  readonly funds: UnclaimedMoney;
  readonly onClaim: () => void;
}

function FundsActs({ funds: { provider, providerRef }, onClaim, onPropose }: FundsActsProps) {
  const may = useMay();

  return (
    <Acts>
      {may('propose.unclaimed_payment_claim') && (
        <Button tone="quiet" onPress={onClaim}>
          {moneyTexts.claim}
        </Button>
      )}

      {may('propose.unclaimed_payment_return') && (
        <Button
          tone="quiet"
          onPress={() => onPropose({ kind: 'unclaimed_payment_return', provider, providerRef })}
        >
          {moneyTexts.giveBack}
        </Button>
      )}
    </Acts>
  );
}

interface ClaimProps {
  readonly funds: UnclaimedMoney;
  readonly onPropose: (proposal: StaffProposal) => void;
}

function Claim({ funds: { provider, providerRef, amountPaise }, onPropose }: ClaimProps) {
  const matches = useStaffCall('unclaimedMatches', { query: { provider, providerRef } });
  const { ask, isBusy, refusal } = usePreview(onPropose);

  const toProposal = (repayId: string): StaffProposal => {
    return { kind: 'unclaimed_payment_claim', provider, providerRef, repayId };
  };

  return (
    <>
      <Panel title={moneyTexts.matchesOf(moneyText(paise(amountPaise)))}>
        <Answer of={matches} lines={2}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty title={moneyTexts.noMatches} />
            ) : (
              <Timeline
                events={rows.map(({ repayId, maskedName, maskedPhone, why, at }) => ({
                  id: `${repayId} ${why}`,
                  title: moneyTexts.why[why],
                  about: (
                    <>
                      <Instant at={at} />{' '}
                      <Person maskedName={maskedName} maskedPhone={maskedPhone} />{' '}
                      <Button
                        tone="quiet"
                        isBusy={isBusy}
                        onPress={() => void ask(toProposal(repayId))}
                      >
                        {repayId}
                      </Button>
                    </>
                  ),
                }))}
              />
            )
          }
        </Answer>

        {refusal && <TroubleState trouble={refusal} />}
        <OpenRequest refusal={refusal} />
      </Panel>

      <OrderForm title={moneyTexts.claimTitle} toProposal={toProposal} onPropose={onPropose} />
    </>
  );
}
