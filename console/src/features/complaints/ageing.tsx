import type { ComplaintAgeing } from '@noren/contract/staff/complaints';
import { FEEDBACK_TYPES } from '@noren/contract/support';
import { businessDay, formatDay } from '@noren/core/money/time';
import { Link } from 'wouter';
import { useStaffCall } from '../../api/hooks.ts';
import { complaintTexts } from '../../texts/complaints.ts';
import { TICKET_TYPES } from '../../texts/work.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Columns, KeyValues, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';

type AgeRow = ComplaintAgeing['rows'][number];

/** Open tickets by age, matching the counts of the list, and answered tickets. */
export function Ageing() {
  const report = useStaffCall('complaintAgeing');

  return (
    <Answer of={report}>
      {(data) => (
        <Columns least={420}>
          <Panel
            title={complaintTexts.reportTitle(formatDay(businessDay(data.day)))}
            about={complaintTexts.reportAbout}
            isFlush
          >
            <DataTable
              label={complaintTexts.ageing}
              columns={COLUMNS}
              rows={{ ...report, data: data.rows }}
              toId={({ age }) => age}
              empty={complaintTexts.none}
            />
          </Panel>

          <Panel title={complaintTexts.answeredTitle}>
            <KeyValues rows={answeredRows(data)} />
          </Panel>
        </Columns>
      )}
    </Answer>
  );
}

function answeredRows({ total, late, answered }: ComplaintAgeing) {
  return [
    [complaintTexts.states.received, total],
    [complaintTexts.late, late],
    [complaintTexts.answered, answered.total],
    [complaintTexts.inTime, answered.inTime],
    [
      complaintTexts.median,
      answered.medianHours === null
        ? complaintTexts.none
        : complaintTexts.hours(answered.medianHours),
    ],
  ] as const;
}

const COLUMNS: readonly Column<AgeRow>[] = [
  { id: 'age', header: complaintTexts.age, cell: ({ age }) => complaintTexts.ages[age] },
  ...FEEDBACK_TYPES.map(
    (type): Column<AgeRow> => ({
      id: type,
      header: TICKET_TYPES[type] ?? type,
      align: 'right',
      cell: (row) => row[type],
    }),
  ),
  {
    id: 'escalated',
    header: complaintTexts.levels.escalated,
    align: 'right',
    cell: ({ escalated }) => escalated,
  },
  {
    id: 'total',
    header: complaintTexts.total,
    align: 'right',
    cell: ({ age, total }) => (
      <Link
        to={`/complaints?age=${age}`}
        aria-label={complaintTexts.showAge(total, complaintTexts.ages[age])}
      >
        {total}
      </Link>
    ),
  },
];
