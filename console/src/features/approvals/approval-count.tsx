import { WaitingCount } from '../../shared/waiting-count.tsx';

const KINDS = ['approval'] as const;

/**
 * Number of requests that wait for the reader's decision, or for an answer to a comment, in the
 * navigation.
 */
export function ApprovalCount() {
  return <WaitingCount kinds={KINDS} hasAnswers />;
}
