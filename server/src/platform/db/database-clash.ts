const UNIQUE_VIOLATION = '23505';

/** Whether an error is a violation of this unique constraint. */
export function clashesWith(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && isNamed(name, constraint);
}

/** Whether an error is a violation of any unique constraint of this table. */
export function clashesIn(error: unknown, table: string): boolean {
  const { code, table: name } = (error ?? {}) as { code?: unknown; table?: unknown };
  return code === UNIQUE_VIOLATION && isNamed(name, table);
}

/** A distributed database names the shard: the table's or constraint's name, an underscore and its number. */
function isNamed(name: unknown, wanted: string): boolean {
  return (
    typeof name === 'string' &&
    (name === wanted || (/^_\d{6,}$/.test(name.slice(wanted.length)) && name.startsWith(wanted)))
  );
}

/** Deadlock, serialization failure, lock not available, statement timeout. */
const TRANSIENT = new Set(['40P01', '40001', '55P03', '57014']);

/** Whether an error was caused by a concurrent transaction, so that a retry may succeed. */
export function isPassingClash(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && TRANSIENT.has(code);
}
