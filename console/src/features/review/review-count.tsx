import { WaitingCount } from '../../shared/waiting-count.tsx';

const KINDS = ['identity', 'bank_name', 'score', 'correction', 'sanctions'] as const;

/** Number of cases in review, in the navigation. */
export function ReviewCount() {
  return <WaitingCount kinds={KINDS} />;
}
