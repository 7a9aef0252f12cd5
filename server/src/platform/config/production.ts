import { ConfigError } from './config-error.ts';
import { databaseHosts } from './database-hosts.ts';

/** Hosts that the traffic does not leave this machine for. */
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '::1', '[::1]'];

/**
 * The address of a database in production: by TLS with the server's certificate checked, by a socket or on this machine,
 * or on the one host that `NOREN_DATABASE_PLAIN_HOST` names; its replicas too.
 * @throws ConfigError for any other
 */
export function requireSafeDatabase(name: string, databaseUrl: string, plainHost: string | undefined): void {
  const isSafe = (host: string): boolean =>
    host.startsWith('/') || LOOPBACK.includes(host) || (host !== '' && host === plainHost);
  if (databaseHosts(databaseUrl).every(({ host }) => isSafe(host))) return;
  if (new URL(databaseUrl).searchParams.get('sslmode') === 'verify-full') return;
  throw new ConfigError(
    `${name} is not usable: production asks for sslmode=verify-full, or a database on this machine (NOREN_DATABASE_PLAIN_HOST names a private host without TLS)`,
  );
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
