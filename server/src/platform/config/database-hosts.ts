import { ConfigError } from './config-error.ts';

/**
 * What an address that cannot be read is told; never the address itself, whose password a log would
 * keep.
 */
export const UNREADABLE_ADDRESS =
  'it is no address: write the signs / ? # @ : % of a password as %2F %3F %23 %40 %3A %25';

/**
 * The address of a database.
 * @throws ConfigError without it, where the parser's own error would repeat it, and for a parameter
 * that is there twice: the driver takes the last of them, and a check might read the first
 */
export function parseDatabaseUrl(url: string, name = 'DATABASE_URL'): URL {
  if (!URL.canParse(url)) throw new ConfigError(`${name} is not usable: ${UNREADABLE_ADDRESS}`);

  const parsed = new URL(url);
  const parameters = [...parsed.searchParams.keys()].filter((parameter) => parameter !== 'standby');
  if (new Set(parameters).size < parameters.length)
    throw new ConfigError(`${name} is not usable: a parameter other than standby is there twice`);

  return parsed;
}

/** A machine that runs the database, or may run it. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** @throws ConfigError for a replica in `standby=` that is no host and port */
export function requireStandbys(databaseUrl: string): void {
  for (const [index, standby] of parseDatabaseUrl(databaseUrl)
    .searchParams.getAll('standby')
    .entries())
    if (!/^(\[[0-9a-fA-F:.]+\]|[^:/@\s]+)(:\d{1,5})?$/.test(standby))
      // Not the text, which may be an address with its password.
      throw new ConfigError(
        `DATABASE_URL is not usable: standby number ${index + 1} must be host:port`,
      );
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.+)\]$/, '$1');

/**
 * The hosts that the address of a database names: its own, then each replica in
 * `standby=host:port`.
 */
export function databaseHosts(url: string): DatabaseHost[] {
  const { hostname, port, searchParams } = parseDatabaseUrl(url);
  const own = searchParams.get('host') ?? withoutBrackets(decodeURIComponent(hostname));
  const standbys = searchParams.getAll('standby').map((text) => {
    const [, host = text, standbyPort = '5432'] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
    return { host: withoutBrackets(host), port: Number(standbyPort) };
  });

  return [{ host: own, port: Number(searchParams.get('port') ?? (port || 5432)) }, ...standbys];
}
