import { ConfigError } from './config-error.ts';
import { databaseHosts, parseDatabaseUrl } from './database-hosts.ts';

/** Hosts that the traffic does not leave this machine for. */
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '::1', '[::1]'];

/**
 * The address of a database in production: by TLS with the server's certificate checked, by a
 * socket or on this machine, or on the one host that `NOREN_DATABASE_PLAIN_HOST` names; its
 * replicas too.
 * @throws ConfigError for any other
 */
export function requireSafeDatabase(
  name: string,
  databaseUrl: string,
  plainHost: string | undefined,
): void {
  const isSafe = (host: string): boolean =>
    host.startsWith('/') || LOOPBACK.includes(host) || (host !== '' && host === plainHost);
  const { searchParams } = parseDatabaseUrl(databaseUrl, name);

  if (databaseHosts(databaseUrl).every(({ host }) => isSafe(host))) return;
  if (searchParams.get('sslmode') === 'verify-full') return;

  throw new ConfigError(
    `${name} is not usable: production asks for sslmode=verify-full, or a database on this machine (NOREN_DATABASE_PLAIN_HOST names a private host without TLS)`,
  );
}

/** Where traces may be sent, with the settings' names. */
interface TraceSettings {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly NOREN_TRACES_PLAIN_HOST?: string | undefined;
}

/**
 * Traces and the collector's token leave production by https, to this machine, or to the one host
 * that `NOREN_TRACES_PLAIN_HOST` names.
 * @throws ConfigError for any other address
 */
export function requireSafeTraces({
  NOREN_TRACES_PLAIN_HOST: plainHost,
  ...settings
}: TraceSettings): void {
  for (const name of [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  ] as const) {
    const address = settings[name];
    if (address === undefined) continue;

    const { protocol, hostname } = new URL(address);
    if (protocol === 'https:' || LOOPBACK.includes(hostname) || hostname === plainHost) continue;

    throw new ConfigError(
      `${name} is not usable: production asks for https, or a collector on this machine (NOREN_TRACES_PLAIN_HOST names a private host without TLS)`,
    );
  }
}

interface Listening {
  readonly NOREN_ROLE: 'all' | 'api' | 'jobs' | 'console';
  readonly HOST: string;
  readonly NOREN_TRUST_PROXY: number;
}

/**
 * Something in front of the api and of the console speaks https, and says so.
 * @throws ConfigError when they listen to other machines without one
 */
export function requireProxy({ NOREN_ROLE: role, HOST, NOREN_TRUST_PROXY }: Listening): void {
  if (role === 'jobs' || LOOPBACK.includes(HOST) || NOREN_TRUST_PROXY > 0) return;
  throw new ConfigError(
    'NOREN_TRUST_PROXY is missing: in production a proxy in front speaks https and sets X-Forwarded-For and X-Forwarded-Proto; without one only HOST=127.0.0.1 is served',
  );
}
