import { WaitingCount } from '../../shared/waiting-count.tsx';

const KINDS = ['approval'] as const;

/** Number of requests waiting for the reader's decision, in the navigation. */
export function ApprovalCount() {
  return <WaitingCount kinds={KINDS} />;
}
