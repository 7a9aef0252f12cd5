import { ConfigError } from './config-error.ts';
import { parseDatabaseUrl } from './database-hosts.ts';
import { requireSafeDatabase } from './production.ts';
import { type EnvironmentVariables, readSecretFiles } from './secrets.ts';

const name = 'NOREN_FORMER_DATABASE_URL';

/**
 * The address of the database that a restore replaced, by the rules of `DATABASE_URL`: it may be a
 * file, and in production leaves the machine by TLS alone.
 * @throws ConfigError for one that is not usable
 */
export function readFormerAddress(env: EnvironmentVariables): string | undefined {
  const names = ['NOREN_MODE', 'NOREN_DATABASE_PLAIN_HOST', name, `${name}_FILE`];
  const given = readSecretFiles(Object.fromEntries(names.map((one) => [one, env[one]])));
  const address = given[name];
  if (address === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(address))
    throw new ConfigError(`${name} is not usable: must start with postgres://`);

  parseDatabaseUrl(address, name);
  if (given.NOREN_MODE === 'production')
    requireSafeDatabase(name, address, given.NOREN_DATABASE_PLAIN_HOST);

  return address;
}
