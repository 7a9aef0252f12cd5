import { WaitingCount } from '../../shared/waiting-count.tsx';

const KINDS = ['complaint', 'escalation', 'last_level'] as const;

/** Number of tickets that wait for an answer, in the navigation. */
export function ComplaintCount() {
  return <WaitingCount kinds={KINDS} />;
}
