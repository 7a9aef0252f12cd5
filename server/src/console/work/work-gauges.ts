import type { Deps } from '../../platform/deps.ts';
import type { GaugeValue } from '../../platform/monitoring/metrics.ts';
import { readWaitingWork } from './work-store.ts';

/** How much waits for people, how much of it is late, and for how long. */
export async function workGauges({ db, now }: Deps): Promise<GaugeValue[]> {
  const rows = await readWaitingWork(db, now());
  const help =
    'What waits for a person in the console; late: past the time that its kind should take.';

  return rows.flatMap(({ kind, count, late, oldestAt }) => [
    { name: 'noren_work', help, labels: { kind, state: 'waiting' }, value: count },
    { name: 'noren_work', help, labels: { kind, state: 'late' }, value: late },
    {
      name: 'noren_work_oldest_seconds',
      help: 'For how long the oldest of them waits; 0 without one.',
      labels: { kind },
      value: oldestAt === null ? 0 : Math.max(0, (now() - oldestAt) / 1_000),
    },
  ]);
}
