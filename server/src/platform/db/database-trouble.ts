import { ConfigError } from '../config/config-error.ts';

/**
 * Sentences for what keeps a process from its database, by the error's code: of Node, of TLS, of
 * PostgreSQL.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: start it, or mend host and port of the address',
  ENOENT: 'it has no socket there: start it, or mend the folder in the address',
  ENOTFOUND: 'its host has no address: mend the host, or the machine’s name service',
  EAI_AGAIN: 'the machine’s name service does not answer',
  EHOSTUNREACH: 'its host cannot be reached: look at the network and the firewall',
  ETIMEDOUT: 'its host does not answer: look at the network and the firewall',
  ECONNRESET: 'it closed the connection: its own log says why',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is of an authority not known here: name it with &sslrootcert=FILE',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is of an authority not known here: name it with &sslrootcert=FILE',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is of an authority not known here: name it with &sslrootcert=FILE',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by itself: name it with &sslrootcert=FILE',
  CERT_HAS_EXPIRED: 'its certificate has expired: give it a new one',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host: use the name that the certificate has',
  '08001': 'start the primary, promote a replica, or mend the hosts of the address',
  '28P01': 'it refuses the password of the address',
  '28000':
    'it refuses the role: the role is not there, or pg_hba.conf has no line that lets it in from here',
  '3D000': 'there is no database of that name: create it, or mend the address',
  '53300': 'it has no connection left: raise max_connections, or lower DATABASE_POOL',
  '57P03': 'it is starting or being recovered: wait, then start again',
};

/** Words of errors that have no code. */
const WITHOUT_CODE: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL connections/, 'it has no TLS: set ssl = on there, with a certificate'],
  [
    /terminated unexpectedly/,
    'it closed the connection: its own log says why, or something else listens there',
  ],
  [/timeout|timed out/i, 'its host does not answer: look at the network and the firewall'],
];

const QUERY_CANCELED = '57014';

const DRIVER = /[\\/]node_modules[\\/]pg[\\/-]/;

/**
 * An error by which a process or a command did not reach its database, or was stopped by it, as one
 * sentence that says how to mend it; null for every other error. The driver's own text never has
 * the password.
 */
export function databaseTrouble(error: unknown): ConfigError | null {
  if (!(error instanceof Error) || !DRIVER.test(error.stack ?? '')) return null;

  const { code = '', path, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && syscall === 'open')
    return new ConfigError(
      `The database was not reached: there is no file ${path}, which its address names.`,
    );
  if (code === QUERY_CANCELED)
    return new ConfigError(
      `The database ended a statement: it took longer than it may, or somebody cancelled it (${message}).`,
    );

  const sentence = code
    ? SENTENCES[code]
    : WITHOUT_CODE.find(([words]) => words.test(message))?.[1];
  return sentence === undefined
    ? null
    : new ConfigError(`The database was not reached: ${sentence} (${message}).`);
}
