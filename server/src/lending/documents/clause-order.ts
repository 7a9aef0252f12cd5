/** The agreement's clauses in order. The KFS refers to them by number. */
export const CLAUSES = [
  'parties',
  'loan',
  'interest',
  'repaying',
  'return',
  'late',
  'extension',
  'reminders',
  'complaints',
  'records',
  'changes',
  'law',
  'acceptance',
] as const;

export type Clause = (typeof CLAUSES)[number];

/** From 1. */
export function clauseNumber(clause: Clause): number {
  return CLAUSES.indexOf(clause) + 1;
}
