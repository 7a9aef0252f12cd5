import type { BackTestRow } from '@noren/contract/staff/scorecard';
import type { Scorecard } from '@noren/core/lending/scorecard';
import { paise } from '@noren/core/money/money';
import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffSend } from '../../api/hooks.ts';
import { wholeList } from '../../api/list-source.ts';
import { cardTexts } from '../../texts/products.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Instant, moneyText } from '../../ui/figures.tsx';
import { Acts, KeyValues, Panel } from '../../ui/layout.tsx';
import { TroubleState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';

const SPANS = ['30', '90', '365'] as const;
type Result = StaffAnswer<'backTest'>;

const describeDecision = ({ outcome, limitPaise }: BackTestRow['before']): string =>
  `${cardTexts.outcomes[outcome]} ${moneyText(paise(limitPaise))}`;

const COLUMNS: readonly Column<BackTestRow>[] = [
  { id: 'person', header: cardTexts.person, cell: ({ person }) => person },
  { id: 'at', header: cardTexts.at, cell: ({ at }) => <Instant at={at} /> },
  { id: 'version', header: cardTexts.version, cell: ({ cardVersion }) => cardVersion },
  { id: 'before', header: cardTexts.before, cell: ({ before }) => describeDecision(before) },
  { id: 'after', header: cardTexts.after, cell: ({ after }) => describeDecision(after) },
  {
    id: 'why',
    header: cardTexts.why,
    cell: ({ reasons }) => reasons.map(cardTexts.reasonText).join(', '),
  },
];

/** Back-test: past applications decided again by a scorecard, and those with another outcome. */
export function BackTest({ card }: { readonly card: Scorecard }) {
  const [span, setSpan] = useState<(typeof SPANS)[number]>('90');
  const test = useStaffSend('backTest');
  const run = () => test.send({ body: { card: card as never, days: Number(span) } });

  return (
    <Panel title={cardTexts.backTest}>
      <p>{cardTexts.backTestAbout}</p>
      <Acts>
        <SelectField
          label={cardTexts.days}
          name="days"
          value={span}
          options={SPANS.map((id) => ({ id, text: id }))}
          onChange={setSpan}
        />
        <Button icon="again" isBusy={test.isBusy} onPress={() => void run()}>
          {cardTexts.run}
        </Button>
      </Acts>
      {test.error && <TroubleState trouble={test.error} />}
      {test.data && <TestResult result={test.data} />}
    </Panel>
  );
}

function TestResult({ result }: { readonly result: Result }) {
  const { judged, same, changes, limitsHigher, limitsLower, limitsBeforePaise, limitsAfterPaise } =
    result;

  return (
    <>
      <KeyValues
        rows={[
          [cardTexts.judged, result.isCut ? cardTexts.cut(judged) : judged],
          [cardTexts.same, same],
          ...changes.map(
            ({ before, after, count }) =>
              [
                cardTexts.change(cardTexts.outcomes[before], cardTexts.outcomes[after]),
                count,
              ] as const,
          ),
          [cardTexts.higher, limitsHigher],
          [cardTexts.lower, limitsLower],
          [cardTexts.sumBefore, moneyText(paise(limitsBeforePaise))],
          [cardTexts.sumAfter, moneyText(paise(limitsAfterPaise))],
        ]}
      />
      <DataTable
        label={cardTexts.otherwiseDecided}
        columns={COLUMNS}
        rows={wholeList(result.rows, 'backTest')}
        toId={({ evaluationId }) => evaluationId}
        empty={cardTexts.noneOtherwise}
        tall={320}
      />
    </>
  );
}
