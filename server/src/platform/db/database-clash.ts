const UNIQUE_VIOLATION = '23505';

/** Whether an error is a violation of this unique constraint. */
export function clashesWith(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && name === constraint;
}

/** Deadlock, serialization failure, lock not available, statement timeout. */
const TRANSIENT = new Set(['40P01', '40001', '55P03', '57014']);

/** Whether an error was caused by a concurrent transaction, so that a retry may succeed. */
export function isPassingClash(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && TRANSIENT.has(code);
}
