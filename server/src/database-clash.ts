const UNIQUE_VIOLATION = '23505';

/** Whether an error says that a row with this unique value is there already. */
export function clashesWith(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && name === constraint;
}
