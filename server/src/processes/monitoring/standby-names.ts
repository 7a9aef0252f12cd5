/** Tools that take the log of a database for a while; each is connected as a replica is. */
const TOOLS: readonly string[] = ['pg_basebackup', 'pg_receivewal', 'pg_recvlogical'];

/**
 * Whether PostgreSQL's `synchronous_standby_names` names what is connected under this name:
 * `db2,db3`, `ANY 1 (db2, "db3")` or `*`. Who is no administrator sees the names of the connected
 * alone, not whether each is a replica.
 */
export function isNamedStandby(setting: string, application: string): boolean {
  const [, list = setting] = /\((.*)\)\s*$/s.exec(setting) ?? [];
  const names = list.split(',').map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  );
  const connected = application.toLowerCase();

  return names.includes(connected) || (names.includes('*') && !TOOLS.includes(connected));
}
