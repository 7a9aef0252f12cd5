import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** What one process can be, beside `all` of them. */
export type ProcessRole = 'api' | 'jobs' | 'console';
const EVERYWHERE: readonly ProcessRole[] = ['api', 'jobs', 'console'];

/**
 * The secret settings, and the processes that need each: another one refuses it in production. Each
 * may be given as a file instead, named by the same setting with `_FILE`.
 */
export const SECRETS = {
  DATABASE_URL: EVERYWHERE,
  /** For `npm run migrate` alone. */
  NOREN_OWNER_DATABASE_URL: [],
  /** For `npm run restore` alone. */
  NOREN_FORMER_DATABASE_URL: [],
  NOREN_FIELD_KEY: EVERYWHERE,
  NOREN_FIELD_KEYS_OLD: EVERYWHERE,
  NOREN_HASH_KEY: EVERYWHERE,
  NOREN_HASH_KEYS_OTHER: EVERYWHERE,
  NOREN_HASH_KEYS_RETIRED: EVERYWHERE,
  NOREN_SEAL_KEY: ['api'],
  NOREN_SEAL_KEY_OLD: ['api'],
  NOREN_RAZORPAY_KEY_SECRET: ['api', 'jobs'],
  NOREN_RAZORPAY_WEBHOOK_SECRET: ['api'],
  NOREN_RAZORPAY_WEBHOOK_SECRET_OLD: ['api'],
  NOREN_RAZORPAYX_KEY_SECRET: ['jobs'],
  NOREN_RAZORPAYX_WEBHOOK_SECRET: ['api'],
  NOREN_RAZORPAYX_WEBHOOK_SECRET_OLD: ['api'],
  NOREN_MSG91_AUTH_KEY: ['api', 'jobs'],
  NOREN_MSG91_WEBHOOK_SECRET: ['api'],
  NOREN_MSG91_WEBHOOK_SECRET_OLD: ['api'],
  NOREN_MAIL_PASSWORD: ['api', 'jobs'],
  NOREN_MAIL_DKIM_KEY: ['api', 'jobs'],
  NOREN_MAIL_WEBHOOK_SECRET: ['api'],
  NOREN_MAIL_WEBHOOK_SECRET_OLD: ['api'],
  NOREN_VAPID_PRIVATE_KEY: ['jobs'],
  NOREN_PAPERS_PASSPHRASE: ['jobs'],
  NOREN_PAN_API_SECRET: ['jobs'],
  NOREN_DIGILOCKER_CLIENT_SECRET: ['api'],
  NOREN_OIDC_CLIENT_SECRET: ['console'],
  /** A chat's address lets anyone who has it write there. */
  NOREN_STAFF_HOOK_URL: ['jobs'],
  NOREN_STAFF_HOOK_SECRET: ['jobs'],
  /** OpenTelemetry's own: a collector's token is in them. */
  OTEL_EXPORTER_OTLP_HEADERS: EVERYWHERE,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: EVERYWHERE,
} as const satisfies Record<string, readonly ProcessRole[]>;

export type SecretName = keyof typeof SECRETS;
const SECRET_NAMES = Object.keys(SECRETS) as SecretName[];

export const isSecretName = (name: string): name is SecretName => Object.hasOwn(SECRETS, name);

/** The command that alone takes what no process does. */
const COMMANDS: Readonly<Record<string, string>> = {
  NOREN_OWNER_DATABASE_URL: 'npm run migrate',
  NOREN_FORMER_DATABASE_URL: 'npm run restore',
};

/** Whether a process of this role needs a secret. */
export function needsSecret(role: ProcessRole | 'all', name: SecretName): boolean {
  return role === 'all'
    ? SECRETS[name].length > 0
    : (SECRETS[name] as readonly ProcessRole[]).includes(role);
}

/**
 * The settings, with the secrets that are given as files; an empty value counts as absent.
 * @throws ConfigError for a file that cannot be read, in production for one that everybody may
 * read, and for a secret that is given twice
 */
export function readSecretFiles(env: EnvironmentVariables): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && value !== '') given[name] = value;

  for (const name of SECRET_NAMES) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (given[name] !== undefined)
      throw new ConfigError(
        `${name}_FILE is not usable: ${name} is set too, and only one of them can hold`,
      );

    given[name] = readSecret(`${name}_FILE`, path);
    if (given.NOREN_MODE === 'production') requirePrivateFile(`${name}_FILE`, path);
  }

  return given;
}

function readSecret(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const whose =
      code === 'EACCES' ? ': its owner has to be the user that the program runs as' : '';
    throw new ConfigError(`${name} is not usable: the file cannot be read (${code})${whose}`);
  }

  if (text === '') throw new ConfigError(`${name} is not usable: the file is empty`);

  return text;
}

/** Others than the owner and the group. */
const EVERYBODY = 0o007;

/** @throws ConfigError for a file that every account of the machine may open */
function requirePrivateFile(name: string, path: string): void {
  const { mode } = statSync(path);
  // Windows has no such bits.
  if (process.platform === 'win32' || (mode & EVERYBODY) === 0) return;

  throw new ConfigError(
    `${name} is not usable: every account of the machine may open the file (mode ${(mode & 0o777).toString(8)}): chmod 400 it, with the user that the program runs as for its owner`,
  );
}

/** @throws ConfigError for a secret that a process of this role has no use for */
export function refuseForeignSecrets(given: EnvironmentVariables, role: ProcessRole | 'all'): void {
  const foreign = SECRET_NAMES.find(
    (name) => given[name] !== undefined && !needsSecret(role, name),
  );
  if (foreign === undefined) return;

  const whose = COMMANDS[foreign] ?? SECRETS[foreign].join(', ');
  throw new ConfigError(
    `${foreign} is not usable: NOREN_ROLE=${role} has no use for it, give it to ${whose} alone`,
  );
}

/**
 * Takes the secrets out of the environment, so that neither a child process nor a report of an
 * error shows them.
 */
export function forgetSecrets(env: Record<string, string | undefined>): void {
  for (const name of SECRET_NAMES) delete env[name];
}
