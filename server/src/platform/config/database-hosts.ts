/** A machine that runs the database, or may run it. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.+)\]$/, '$1');

/** The hosts that the address of a database names: its own, then each replica in `standby=host:port`. */
export function databaseHosts(url: string): DatabaseHost[] {
  const { hostname, port, searchParams } = new URL(url);
  const own = searchParams.get('host') ?? withoutBrackets(decodeURIComponent(hostname));
  const standbys = searchParams.getAll('standby').map((text) => {
    const [, host = text, standbyPort = '5432'] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
    return { host: withoutBrackets(host), port: Number(standbyPort) };
  });
  return [{ host: own, port: Number(searchParams.get('port') ?? (port || 5432)) }, ...standbys];
}
