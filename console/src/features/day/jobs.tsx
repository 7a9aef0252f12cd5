import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffPages, useStaffSend } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { dayTexts } from '../../texts/day.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Panel, Tabs, useTab } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { useToast } from '../../ui/toast.tsx';

type Job = StaffAnswer<'jobList'>['rows'][number];
const LISTS = ['waiting', 'failed'] as const;

const COLUMNS: readonly Column<Job>[] = [
  { id: 'job', header: dayTexts.job, cell: ({ name }) => dayTexts.jobName(name) },
  {
    id: 'runs',
    header: dayTexts.runs,
    cell: ({ runAt, isRunning }) => (isRunning ? dayTexts.isRunning : <Instant at={runAt} />),
  },
  { id: 'attempts', header: dayTexts.attempts, align: 'right', cell: ({ attempts }) => attempts },
];

const ERROR: Column<Job> = {
  id: 'error',
  header: dayTexts.error,
  cell: ({ error }) => error ?? dayTexts.none,
};

/** Waiting and failed jobs; a failed job can be queued again, with a reason. */
export function Jobs() {
  const list = useTab(LISTS, 'list');
  const { paging, ...rows } = useStaffPages('jobList', { query: { list } }, pagesByNext<Job>());
  const [chosen, setChosen] = useState<Job | null>(null);
  const may = useMay();

  const act: Column<Job> = {
    id: 'act',
    isControl: true,
    header: dayTexts.requeue,
    cell: (job) =>
      may('day.requeue') && !job.isRunning ? (
        <Button
          tone="quiet"
          icon="again"
          label={dayTexts.requeueOf(job.name)}
          onPress={() => setChosen(job)}
        >
          {dayTexts.requeue}
        </Button>
      ) : (
        dayTexts.none
      ),
  };

  return (
    <>
      <Tabs
        label={dayTexts.list}
        name="list"
        tabs={LISTS.map((id) => ({ id, text: dayTexts.lists[id] }))}
      />
      <Panel title={dayTexts.lists[list]} isFlush>
        <DataTable
          label={dayTexts.lists[list]}
          columns={list === 'failed' ? [...COLUMNS, ERROR, act] : COLUMNS}
          rows={rows}
          paging={paging}
          toId={({ jobId }) => String(jobId)}
          empty={list === 'failed' ? dayTexts.noFailed : dayTexts.noJobs}
        />
      </Panel>
      {chosen && <Requeue job={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function Requeue({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) {
  const requeue = useStaffSend('requeueJob');
  const toast = useToast();

  const run = async (reason: string): Promise<void> => {
    if ((await requeue.send({ body: { jobId: job.jobId, reason } })) === undefined) return;

    toast(dayTexts.requeued);
    onClose();
  };

  return (
    <Dialog title={dayTexts.requeueOf(job.name)} isOpen onClose={onClose}>
      <ConfirmPanel
        title={dayTexts.requeueOf(job.name)}
        act={dayTexts.requeue}
        isBusy={requeue.isBusy}
        error={requeue.error}
        onConfirm={(reason) => void run(reason)}
        onCancel={onClose}
      >
        <p>{dayTexts.requeueWhat}</p>
      </ConfirmPanel>
    </Dialog>
  );
}
