import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { ProposeDialog } from '../../shared/propose-dialog.tsx';
import { sanctionsTexts } from '../../texts/sanctions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day, Instant } from '../../ui/figures.tsx';
import { Acts, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Upload } from './upload.tsx';

type State = StaffAnswer<'sanctionsLists'>;
type InForce = State['inForce'][number];
type Waiting = State['waiting'][number];
type Fault = State['faults'][number];

const listColumn = <Row extends Pick<InForce, 'list'>>(): Column<Row> => ({
  id: 'list',
  header: sanctionsTexts.list,
  cell: ({ list }) => sanctionsTexts.lists[list],
});

const readColumns = <Row extends InForce | Waiting>(): readonly Column<Row>[] => [
  listColumn<Row>(),
  { id: 'day', header: sanctionsTexts.listDay, cell: ({ listDay }) => <Day day={listDay} /> },
  {
    id: 'entries',
    header: sanctionsTexts.entries,
    cell: ({ people, entities }) => sanctionsTexts.counts(people, entities),
  },
  {
    id: 'source',
    header: sanctionsTexts.source,
    isWrapped: true,
    cell: ({ by }) => by ?? sanctionsTexts.fetched,
  },
];

const IN_FORCE: readonly Column<InForce>[] = [
  ...readColumns<InForce>(),
  {
    id: 'since',
    header: sanctionsTexts.since,
    cell: ({ inForceAt }) => <Instant at={inForceAt} />,
  },
  {
    id: 'checked',
    header: sanctionsTexts.checked,
    cell: ({ checkedAt }) => <Instant at={checkedAt} />,
  },
];

const FAULTS: readonly Column<Fault>[] = [
  listColumn<Fault>(),
  {
    id: 'fault',
    header: sanctionsTexts.because,
    isWrapped: true,
    cell: ({ line, fault }) => sanctionsTexts.fault(line, sanctionsTexts.reasons[fault]),
  },
  { id: 'at', header: sanctionsTexts.at, cell: ({ at }) => <Instant at={at} /> },
  {
    id: 'source',
    header: sanctionsTexts.source,
    isWrapped: true,
    cell: ({ by }) => by ?? sanctionsTexts.fetched,
  },
];

/** Which list of which day is in force, what waits, what failed, and the upload. */
export function Lists() {
  const may = useMay();
  const lists = useStaffCall('sanctionsLists');
  const [proposed, setProposed] = useState<string | null>(null);
  const mayPropose = may('propose.sanctions_list');

  return (
    <>
      <Answer of={lists} lines={8}>
        {(state) => (
          <>
            <Screened {...state} />

            {state.inForce.length > 0 && (
              <Panel title={sanctionsTexts.inForce} isFlush>
                <DataTable
                  label={sanctionsTexts.inForce}
                  columns={IN_FORCE}
                  rows={{ ...lists, data: state.inForce }}
                  toId={({ listId }) => listId}
                  empty={sanctionsTexts.noList}
                />
              </Panel>
            )}

            {state.waiting.length > 0 && (
              <Panel title={sanctionsTexts.waiting} about={sanctionsTexts.waitingAbout} isFlush>
                <DataTable
                  label={sanctionsTexts.waiting}
                  columns={[...WAITING, ...(mayPropose ? [proposeColumn(setProposed)] : [])]}
                  rows={{ ...lists, data: state.waiting }}
                  toId={({ listId }) => listId}
                  empty={sanctionsTexts.noList}
                />
              </Panel>
            )}

            {state.faults.length > 0 && (
              <Panel title={sanctionsTexts.faults} about={sanctionsTexts.faultsAbout} isFlush>
                <DataTable
                  label={sanctionsTexts.faults}
                  columns={FAULTS}
                  rows={{ ...lists, data: state.faults }}
                  toId={({ list }) => list}
                  empty={sanctionsTexts.noList}
                />
              </Panel>
            )}
          </>
        )}
      </Answer>

      {mayPropose && <Upload onRead={() => void lists.refetch()} />}

      <ProposeDialog
        proposal={proposed === null ? null : { kind: 'sanctions_list', listId: proposed }}
        onClose={() => setProposed(null)}
      />
    </>
  );
}

const WAITING: readonly Column<Waiting>[] = [
  ...readColumns<Waiting>(),
  { id: 'doubt', header: sanctionsTexts.doubt, cell: ({ doubt }) => sanctionsTexts.doubts[doubt] },
  { id: 'at', header: sanctionsTexts.at, cell: ({ readAt }) => <Instant at={readAt} /> },
];

const proposeColumn = (onPropose: (listId: string) => void): Column<Waiting> => ({
  id: 'act',
  header: sanctionsTexts.act,
  isControl: true,
  cell: ({ listId }) => <Button onPress={() => onPropose(listId)}>{sanctionsTexts.propose}</Button>,
});

/** Says whether everybody is screened. A warning if no list is in force. */
function Screened({ inForce, unscreened }: State) {
  return (
    <div role="status">
      {inForce.length === 0 ? (
        <Acts>
          <Badge tone="soon" icon="late">
            {sanctionsTexts.noList}
          </Badge>
          <span>{sanctionsTexts.noListText}</span>
        </Acts>
      ) : (
        <p>
          {unscreened === 0 ? sanctionsTexts.allScreened : sanctionsTexts.unscreened(unscreened)}
        </p>
      )}
    </div>
  );
}
