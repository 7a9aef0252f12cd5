import type { WorkKind } from '@noren/core/staff/work-kinds';
import type { Deps } from '../../platform/deps.ts';
import type { JobPayloads } from '../../platform/jobs/job-store.ts';
import type { StaffAlert } from '../../platform/ports/staff-alerts.ts';
import { countNewComments } from './comments-store.ts';
import { countNewWork } from './work-store.ts';

/** The schedule's interval: each run covers the five minutes before it. */
const EVERY_MS = 5 * 60_000;

const NAMES: Readonly<
  Record<StaffAlert['waiting'][number]['kind'], readonly [one: string, many: string]>
> = {
  identity: ['identity review', 'identity reviews'],
  bank_name: ['name review', 'name reviews'],
  score: ['score review', 'score reviews'],
  correction: ['correction', 'corrections'],
  sanctions: ['hit on a sanctions list', 'hits on sanctions lists'],
  proof: ['payment proof', 'payment proofs'],
  unclaimed: ['unclaimed payment', 'unclaimed payments'],
  refund: ['failed refund', 'failed refunds'],
  payout: ['failed payout', 'failed payouts'],
  discrepancy: ['provider discrepancy', 'provider discrepancies'],
  complaint: ['complaint', 'complaints'],
  escalation: ['escalated complaint', 'escalated complaints'],
  last_level: ['complaint at the last level', 'complaints at the last level'],
  complaint_alarm: ['complaint near its last day', 'complaints near their last day'],
  approval: ['approval', 'approvals'],
  close_failure: ['fault of a close', 'faults of closes'],
  self_check: ['failing self-check', 'failing self-checks'],
  comment: ['comment on a request', 'comments on requests'],
};

/** Staff are alerted of these kinds as soon as they arrive, of all others once they are late. */
const SENT_AT_ONCE: readonly WorkKind[] = ['approval', 'complaint_alarm'];

/**
 * Alerts staff of what happened in the five minutes before the run's time: approvals, comments on
 * them and complaints near their last day that arrived, and any work that became late. A repeated
 * run sends the same alert under the same id.
 */
export async function alertStaff(deps: Deps, { _cron }: JobPayloads['alert-staff']): Promise<void> {
  if (!deps.staffAlerts) return;

  const until = _cron ? Date.parse(_cron.ts) : Math.floor(deps.now() / EVERY_MS) * EVERY_MS;
  const within = { from: until - EVERY_MS, until };
  const work = (await countNewWork(deps.db, within)).map(({ kind, arrived, late }) => ({
    kind,
    arrived: SENT_AT_ONCE.includes(kind) ? arrived : 0,
    late,
  }));
  const comments = {
    kind: 'comment' as const,
    arrived: await countNewComments(deps.db, within),
    late: 0,
  };
  const waiting = [...work, comments].filter(({ arrived, late }) => arrived + late > 0);
  if (waiting.length === 0) return;

  const alert = { id: new Date(until).toISOString(), text: textFor(waiting), waiting };
  const answer = await deps.staffAlerts.send(alert);
  // The job is run again; a receiver knows a repeated alert by its id.
  if (answer.state !== 'sent')
    throw new Error(
      `staff were not alerted: ${answer.state === 'refused' ? answer.reason : 'no answer'}`,
    );
}

function textFor(waiting: StaffAlert['waiting']): string {
  const list = (what: 'arrived' | 'late'): string =>
    waiting
      .filter((one) => one[what] > 0)
      .map((one) => `${one[what]} ${NAMES[one.kind][one[what] === 1 ? 0 : 1]}`)
      .join(', ');

  const parts = [
    ['New', list('arrived')],
    ['Late', list('late')],
  ].filter(([, names]) => names !== '');

  return `${parts.map(([word, names]) => `${word}: ${names}.`).join(' ')} Open the console.`;
}
