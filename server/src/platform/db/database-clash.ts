import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/** Whether an error is a violation of this unique constraint. */
export function clashesWith(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && isNamed(name, constraint);
}

/**
 * Whether an error is a violation of any unique constraint: of two transactions that write the same
 * key, the second's.
 */
export function isDuplicate(error: unknown): boolean {
  return ((error ?? {}) as { code?: unknown }).code === UNIQUE_VIOLATION;
}

/**
 * A worker's refusal comes through the coordinator of a distributed database with its words alone:
 * the names in them are given to the error as fields, as one PostgreSQL gives them.
 */
export function nameRefusal(error: unknown): void {
  if (
    !(error instanceof pg.DatabaseError) ||
    error.constraint !== undefined ||
    !/^23...$/.test(error.code ?? '')
  )
    return;

  const named = (what: string): string | undefined =>
    new RegExp(`${what} "([^"]+)"`).exec(error.message)?.[1];
  error.constraint = named('constraint');
  error.table ??= named('(?:relation|table)');
  error.column ??= named('column');
}

/** A distributed database names the shard: the constraint's name, an underscore and its number. */
function isNamed(name: unknown, wanted: string): boolean {
  return (
    typeof name === 'string' &&
    (name === wanted || (/^_\d{6,}$/.test(name.slice(wanted.length)) && name.startsWith(wanted)))
  );
}

/** Deadlock, serialization failure, lock not available, statement timeout. */
const TRANSIENT = new Set(['40P01', '40001', '55P03', '57014']);

/**
 * Whether the database undid the whole transaction because of a concurrent one: a deadlock, a
 * serialization failure.
 */
export function isRolledBack(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === '40P01' || code === '40001';
}

/** Whether an error was caused by a concurrent transaction, so that a retry may succeed. */
export function isPassingClash(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && TRANSIENT.has(code);
}
