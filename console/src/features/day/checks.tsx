import type { CheckRun } from '@noren/contract/staff/day';
import { useStaffCall, useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { dayTexts } from '../../texts/day.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Instant } from '../../ui/figures.tsx';
import { useAddressValues } from '../../ui/filter-bar.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';

const RESULT: Column<CheckRun> = {
  id: 'result',
  header: dayTexts.result,
  cell: ({ problemCount }) => (
    <Badge tone={problemCount === 0 ? 'good' : 'bad'} icon={problemCount === 0 ? 'tick' : 'late'}>
      {problemCount === 0 ? dayTexts.holds : dayTexts.fails(problemCount)}
    </Badge>
  ),
};

const EXAMINED: Column<CheckRun> = {
  id: 'examined',
  header: dayTexts.examined,
  align: 'right',
  cell: ({ examined }) => examined,
};

const RAN: Column<CheckRun> = {
  id: 'ran',
  header: dayTexts.ran,
  cell: ({ runAt }) => <Instant at={runAt} />,
};

const CHECK: Column<CheckRun> = { id: 'check', header: dayTexts.check, cell: ({ name }) => name };

const SENTENCES: Column<CheckRun> = {
  id: 'sentences',
  header: dayTexts.reason,
  cell: ({ problems, listed }) => [...problems, ...listed].join(' · '),
};

/** The last result of each self-check, and the history of the selected one. */
export function Checks() {
  const checks = useStaffCall('selfChecks', { query: {} });
  const [{ check }, change] = useAddressValues();

  return (
    <>
      <Panel title={dayTexts.tabs.checks} about={dayTexts.history} isFlush>
        <DataTable
          label={dayTexts.tabs.checks}
          columns={[CHECK, RESULT, EXAMINED, RAN, SENTENCES]}
          rows={{ ...checks, data: checks.data?.rows }}
          toId={({ name }) => name}
          empty={dayTexts.noChecks}
          onOpen={({ name }) => change({ check: name })}
        />
      </Panel>
      {check && <History name={check} />}
    </>
  );
}

function History({ name }: { readonly name: string }) {
  const { paging, ...rows } = useStaffPages(
    'selfChecks',
    { query: { name } },
    pagesByNext<CheckRun>(),
  );

  return (
    <Panel title={dayTexts.historyOf(name)} isFlush>
      <DataTable
        label={dayTexts.historyOf(name)}
        columns={[RAN, RESULT, EXAMINED, SENTENCES]}
        rows={rows}
        paging={paging}
        toId={({ runAt }) => String(runAt)}
        empty={dayTexts.noChecks}
        tall={320}
      />
    </Panel>
  );
}
