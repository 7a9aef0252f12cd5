const UNIQUE_VIOLATION = '23505';

/** Whether an error says that a row with this unique value is there already. */
export function clashesWith(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && name === constraint;
}

/** Of a deadlock, of two changes that exclude each other, and of a wait for a lock that took too long. */
const PASSING = new Set(['40P01', '40001', '55P03', '57014']);

/** Whether an error says that another transaction was in the way, so that the same may work a moment later. */
export function isPassingClash(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && PASSING.has(code);
}
