import { ConfigError } from './config-error.ts';
import { parseDatabaseUrl } from './database-hosts.ts';
import { requireSafeDatabase } from './production.ts';
import { type EnvironmentVariables, readSecretFiles } from './secrets.ts';

const SETTING = 'NOREN_FORMER_DATABASE_URL';

/**
 * Reads the address of the database that a restore replaced, by the rules of `DATABASE_URL`: it may
 * be given as a file, and a production server reaches another machine by TLS, unless
 * `NOREN_DATABASE_PLAIN_HOST` names that machine.
 * @throws ConfigError when the address is not usable
 */
export function readFormerAddress(env: EnvironmentVariables): string | undefined {
  const names = ['NOREN_MODE', 'NOREN_DATABASE_PLAIN_HOST', SETTING, `${SETTING}_FILE`];
  const given = readSecretFiles(Object.fromEntries(names.map((one) => [one, env[one]])));
  const address = given[SETTING];
  if (address === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(address))
    throw new ConfigError(`${SETTING} is not usable: must start with postgres://`);

  parseDatabaseUrl(address, SETTING);
  if (given.NOREN_MODE === 'production')
    requireSafeDatabase(SETTING, address, given.NOREN_DATABASE_PLAIN_HOST);

  return address;
}
