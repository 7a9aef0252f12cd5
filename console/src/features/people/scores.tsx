import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { wholeList } from '../../api/list-source.ts';
import { personTexts } from '../../texts/people.ts';
import { cardTexts } from '../../texts/products.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Instant, Money } from '../../ui/figures.tsx';
import { KeyValues, Panel } from '../../ui/layout.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';

type Evaluation = StaffAnswer<'creditReplay'>['rows'][number];
type Point = Evaluation['points'][number];

const COLUMNS: readonly Column<Point>[] = [
  { id: 'fact', header: personTexts.scoreFact, cell: ({ id }) => cardTexts.rows[id] ?? id },
  { id: 'points', header: personTexts.scorePoints, align: 'right', cell: ({ points }) => points },
  { id: 'most', header: personTexts.scoreMost, align: 'right', cell: ({ most }) => most },
];

/**
 * Each evaluation with the points of its own scorecard, computed again. Reading them is recorded.
 */
export function Scores({ userId }: { readonly userId: string }) {
  const loaded = useStaffCall('creditReplay', { params: { userId } });

  return (
    <Answer of={loaded}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty title={personTexts.noScores} />
        ) : (
          rows.map((row) => <Score key={row.evaluationId} of={row} />)
        )
      }
    </Answer>
  );
}

function Score({ of }: { readonly of: Evaluation }) {
  const {
    at,
    cardVersion,
    outcome,
    limitPaise,
    reasons,
    total,
    declineBelow,
    reviewBelow,
    points,
    isReplayed,
  } = of;

  return (
    <Panel
      title={personTexts.score(cardVersion)}
      about={<Instant at={at} />}
      acts={
        <Badge tone={isReplayed ? 'good' : 'bad'} icon={isReplayed ? 'tick' : 'late'}>
          {isReplayed ? personTexts.replayed : personTexts.notReplayed}
        </Badge>
      }
    >
      <KeyValues
        rows={[
          [personTexts.scoreOutcome, cardTexts.outcomes[outcome]],
          [personTexts.limitOf, <Money key="limit" amount={limitPaise} />],
          [personTexts.scoreTotal, `${total}: ${personTexts.scoreCuts(declineBelow, reviewBelow)}`],
          ...(reasons.length === 0
            ? []
            : [[personTexts.scoreWhy, reasons.map(cardTexts.reasonText).join(' · ')] as const]),
        ]}
      />
      <DataTable
        label={personTexts.score(cardVersion)}
        columns={COLUMNS}
        rows={wholeList(points, 'creditReplay')}
        toId={({ id }) => id}
        empty={personTexts.noScores}
      />
    </Panel>
  );
}
