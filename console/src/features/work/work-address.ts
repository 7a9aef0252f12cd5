import type { WorkItem } from '@noren/contract/staff/work';

/** Address of the screen on which an item is worked. */
export function toWorkPath({ kind, subject, userId, repayId }: WorkItem): string {
  const id = encodeURIComponent(subject);

  switch (kind) {
    case 'identity':
    case 'bank_name':
    case 'score':
    case 'correction':
    case 'sanctions':
      return `/review/${userId}/${kind}`;
    case 'proof':
      return '/money?tab=proofs';
    case 'unclaimed':
      return '/money?tab=unclaimed';
    case 'discrepancy':
      return '/money?tab=discrepancies';
    case 'refund':
    case 'payout':
      return `/loans/${repayId}`;
    case 'complaint':
    case 'escalation':
    case 'last_level':
    case 'complaint_alarm':
      return `/complaints/${id}`;
    case 'approval':
      return `/approvals/${id}`;
    case 'close_failure':
      return '/day?tab=faults';
    case 'self_check':
      return '/day?tab=checks';
    default: {
      const missing: never = kind;
      throw new RangeError(`unknown kind: ${missing}`);
    }
  }
}

/** Key of an item in the list. */
export const toWorkId = ({ kind, subject }: Pick<WorkItem, 'kind' | 'subject'>): string =>
  `${kind}:${subject}`;
