import { WaitingCount } from '../../shared/waiting-count.tsx';

const KINDS = ['proof', 'unclaimed', 'refund', 'payout', 'discrepancy'] as const;

/** Number of money matters that wait for a person, in the navigation. */
export function MoneyCount() {
  return <WaitingCount kinds={KINDS} />;
}
