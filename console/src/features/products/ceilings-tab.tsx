import type { LevelCeiling } from '@noren/contract/staff/products';
import { paise } from '@noren/core/money/money';
import { useStaffCall } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { identityTexts } from '../../texts/identity.ts';
import { ceilingTexts } from '../../texts/products.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day, moneyText } from '../../ui/figures.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';

/** What each identity level allows, by day, and who decided it with which reason. */
export function CeilingsTab() {
  const ceilings = useStaffCall('levelCeilings');
  const mayPropose = useMay()('propose.level_ceiling');
  const { today = '', maxLoanPaise = 0 } = ceilings.data ?? {};

  return (
    <Panel
      title={ceilingTexts.title}
      about={ceilingTexts.about}
      acts={
        mayPropose && (
          <LinkButton to="/products/ceiling" icon="edit">
            {ceilingTexts.change}
          </LinkButton>
        )
      }
      isFlush
    >
      <DataTable
        label={ceilingTexts.title}
        columns={listColumns(today, maxLoanPaise)}
        rows={{ ...ceilings, data: ceilings.data?.rows }}
        toId={({ level, effectiveFrom, decision }) =>
          `${level}:${effectiveFrom}:${decision?.requestId ?? ''}`
        }
        empty={ceilingTexts.none}
      />
    </Panel>
  );
}

function listColumns(today: string, maxLoanPaise: number): readonly Column<LevelCeiling>[] {
  return [
    {
      id: 'level',
      isWrapped: true,
      header: ceilingTexts.level,
      cell: ({ level }) => identityTexts.levels[level],
    },
    {
      id: 'ceiling',
      header: ceilingTexts.ceiling,
      align: 'right',
      cell: ({ ceilingPaise }) =>
        ceilingPaise === null
          ? ceilingTexts.maximum(moneyText(paise(maxLoanPaise)))
          : moneyText(paise(ceilingPaise)),
    },
    {
      id: 'from',
      header: ceilingTexts.from,
      cell: ({ effectiveFrom }) => <Day day={effectiveFrom} />,
    },
    {
      id: 'state',
      header: ceilingTexts.state,
      cell: ({ isInForce, effectiveFrom }) =>
        isInForce ? (
          <Badge tone="good">{ceilingTexts.inForce}</Badge>
        ) : (
          <Badge tone={effectiveFrom > today ? 'chosen' : 'plain'}>
            {effectiveFrom > today ? ceilingTexts.planned : ceilingTexts.past}
          </Badge>
        ),
    },
    {
      id: 'citation',
      isWrapped: true,
      header: ceilingTexts.citation,
      cell: ({ citation }) => citation,
    },
    {
      id: 'decision',
      isWrapped: true,
      header: ceilingTexts.decision,
      cell: ({ decision }) =>
        decision === null
          ? ceilingTexts.program
          : ceilingTexts.people(decision.makerName, decision.checkerName),
    },
    {
      id: 'reason',
      isWrapped: true,
      header: ceilingTexts.reason,
      cell: ({ decision }) => decision?.reason ?? '',
    },
  ];
}
