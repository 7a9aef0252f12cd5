import { maxLoanAmount } from '@noren/core/lending/terms';
import { otpBreaker } from '@noren/core/people/otp';
import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import { requireStandbys, UNREADABLE_ADDRESS } from './database-hosts.ts';
import { parse } from './parse-settings.ts';
import { requireProxy, requireSafeDatabase, requireSafeTraces } from './production.ts';
import { PROVIDER_SETTINGS, type Providers, readProviders } from './providers.ts';
import {
  type EnvironmentVariables,
  type ProcessRole,
  readSecretFiles,
  refuseForeignSecrets,
  SECRETS,
} from './secrets.ts';
import { refuseUnknownSettings } from './unknown-settings.ts';

const flag = z.enum(['0', '1']).transform((text) => text === '1');

const base64Key = z
  .string()
  .refine(
    (text) => Buffer.from(text, 'base64').length === 32,
    'must be 32 bytes in base64, as `openssl rand -base64 32` makes them',
  );

const keyId = z.coerce.number('must be a number').int().min(1).max(255);

const keyList = z
  .string()
  .regex(/^(\d{1,3}:[A-Za-z0-9+/=]{44})(,\d{1,3}:[A-Za-z0-9+/=]{44})*$/, 'must be id:base64key,…');

const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an address of http or https' });

/**
 * Every setting of the server, by its environment variable. docs/configuration.md says what each is
 * for.
 */
const settings = z.object({
  NOREN_MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  NOREN_ROLE: z.enum(['all', 'api', 'jobs', 'console']).default('all'),
  HOST: z.string().min(1).optional(),
  PORT: z.coerce.number('must be a number').int().min(0).max(65_535).default(3000),
  /** The console's own port; by default the one after PORT. */
  NOREN_CONSOLE_PORT: z.coerce.number('must be a number').int().min(0).max(65_535).optional(),
  /**
   * The console's address as its people open it. Passkeys belong to it: once changed, all have to
   * be made again.
   */
  NOREN_CONSOLE_ORIGIN: z
    .string()
    .regex(
      /^(https:\/\/[a-z0-9.-]+(:\d+)?|http:\/\/localhost(:\d+)?)$/,
      'must be https:// and a host',
    )
    .optional(),
  /** Where monitoring reads metrics and readiness; nothing listens without it. */
  NOREN_METRICS_PORT: z.coerce.number('must be a number').int().min(0).max(65_535).optional(),
  /** Where that port listens: it has no sign-in. */
  NOREN_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /**
   * OpenTelemetry's own: where spans are sent by OTLP over HTTP. None are made without it. Its
   * other variables hold too.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress.optional(),
  /**
   * A private host where traces are sent without TLS, such as a collector in a network of the
   * containers' own.
   */
  NOREN_TRACES_PLAIN_HOST: z.string().min(1).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: z.string().optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  /** Networks that may open the console, such as 10.1.0.0/16,192.0.2.7; all without it. */
  NOREN_CONSOLE_ADDRESSES: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .refine((text) => URL.canParse(text), UNREADABLE_ADDRESS),
  /** A private host where the database is reached without TLS, such as compose's own network. */
  NOREN_DATABASE_PLAIN_HOST: z.string().min(1).optional(),
  /**
   * `citus`: the migrating process spreads the tables over the machines of a Citus cluster, whose
   * coordinator DATABASE_URL names.
   */
  NOREN_DISTRIBUTED: z.enum(['citus']).optional(),
  DATABASE_POOL: z.coerce.number('must be a number').int().min(2).max(200).default(10),
  NOREN_DATA: z.string().min(1).default('.noren'),
  /**
   * Folder of the backups, the archived log and files, and a second erasure ledger; on other disks
   * than NOREN_DATA.
   */
  NOREN_BACKUP: z.string().min(1).optional(),
  NOREN_FIELD_KEY: base64Key.optional(),
  NOREN_FIELD_KEY_ID: keyId.default(1),
  NOREN_FIELD_KEYS_OLD: keyList.optional(),
  NOREN_HASH_KEY: base64Key.optional(),
  NOREN_HASH_KEY_ID: keyId.default(1),
  /**
   * Hash keys that a stored hash may end with beside the newest: earlier ones, and one that is
   * about to be used.
   */
  NOREN_HASH_KEYS_OTHER: keyList.optional(),
  /** Hash keys that no stored hash ends with any more; the later ones are built on them. */
  NOREN_HASH_KEYS_RETIRED: keyList.optional(),
  NOREN_SEAL_KEY: z.string().min(1).optional(),
  NOREN_SEAL_KEY_OLD: z.string().min(1).optional(),
  NOREN_PLAIN_WIRE: flag.optional(),
  /** `off` replaces the service worker on the phones by one that serves nothing from its cache. */
  NOREN_SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  NOREN_LENDER_FILE: z.string().min(1).optional(),
  /** The issuer's certificates for the codes on Aadhaar cards: a PEM file or a folder of them. */
  NOREN_CARD_CERTIFICATES: z.string().min(1).optional(),
  /**
   * The host the app is opened at. A message with a code ends with it, so that a browser fills the
   * code in there alone.
   */
  NOREN_APP_HOST: z
    .string()
    .regex(
      /^[a-z0-9](?:[a-z0-9.-]{0,38}[a-z0-9])?$/,
      'must be a host of at most 40 letters, without https:// or a port',
    )
    .default('localhost'),
  /** The most that one user may be lent at once. */
  NOREN_MAX_LOAN_RUPEES: z.coerce
    .number('must be a number')
    .int()
    .min(1_000)
    .max(10_000_000)
    .default(maxLoanAmount / 100),
  /** Whether a reminder of dues is followed by a message with a link that signs in once. */
  NOREN_DUES_LINKS: z.enum(['on', 'off']).default('off'),
  /** By how many minutes a sandbox's clock is ahead, to see at night what happens by day. */
  NOREN_SANDBOX_MINUTES_AHEAD: z.coerce
    .number('must be a number')
    .int()
    .min(0)
    .max(1_440)
    .default(0),
  NOREN_LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  /**
   * How many of our proxies are in front of the server; the caller's address is read only from what
   * they wrote.
   */
  NOREN_TRUST_PROXY: z.coerce.number('must be a number').int().min(0).max(9).default(0),
  /**
   * Calls a minute that one address may make to one instance; a tenth of them may have a new seal.
   */
  NOREN_ADDRESS_RATE: z.coerce
    .number('must be a number')
    .int()
    .min(60)
    .max(100_000_000)
    .default(6_000),
  /** Calls are refused while the event loop is later than this, in the mean of each second. */
  NOREN_LATE_MS: z.coerce.number('must be a number').int().min(500).max(600_000).default(3_000),
  /**
   * How long the reading of a picture or a face check may take once it runs. An overloaded core
   * must fail no valid one.
   */
  NOREN_PICTURE_TIMEOUT_MS: z.coerce
    .number('must be a number')
    .int()
    .min(1_000)
    .max(600_000)
    .default(40_000),
  /** Days overdue from which a loan may be written off. */
  NOREN_WRITE_OFF_FROM_DAYS: z.coerce
    .number('must be a number')
    .int()
    .min(1)
    .max(3_650)
    .default(90),
  /** The most that one person may waive without a second; core bounds it. */
  NOREN_WAIVER_ALONE_RUPEES: z.coerce.number('must be a number').int().min(0).max(100).default(0),
  /**
   * Codes an hour to all phones together, and wrong ones, before none is sent to a device that is
   * not its phone's own.
   */
  NOREN_CODES_PER_HOUR: z.coerce
    .number('must be a number')
    .int()
    .min(10)
    .max(1_000_000)
    .default(otpBreaker.sends.most),
  NOREN_WRONG_CODES_PER_HOUR: z.coerce
    .number('must be a number')
    .int()
    .min(10)
    .max(1_000_000)
    .default(otpBreaker.wrongEntries.most),
});

const KNOWN: readonly string[] = [
  ...Object.keys(settings.shape),
  ...PROVIDER_SETTINGS,
  ...Object.keys(SECRETS),
];

/** The settings, checked. `plainWire` says whether unsealed requests are taken. */
export type Config = Omit<z.infer<typeof settings>, 'NOREN_PLAIN_WIRE' | 'HOST'> &
  Providers & {
    HOST: string;
    isSandbox: boolean;
    /** Whether spans are made and sent. */
    isTraced: boolean;
    plainWire: boolean;
  };

/**
 * What production must be given, by the processes that need it: keys, a lender, and providers of
 * payments and messages.
 */
const REQUIRED_IN_PRODUCTION: Readonly<Record<string, readonly ProcessRole[]>> = {
  NOREN_FIELD_KEY: SECRETS.NOREN_FIELD_KEY,
  NOREN_HASH_KEY: SECRETS.NOREN_HASH_KEY,
  NOREN_SEAL_KEY: SECRETS.NOREN_SEAL_KEY,
  NOREN_LENDER_FILE: ['api', 'jobs', 'console'],
  NOREN_APP_HOST: ['api', 'jobs', 'console'],
  NOREN_RAZORPAY_KEY_ID: ['api', 'jobs', 'console'],
  NOREN_RAZORPAYX_KEY_ID: ['api', 'jobs', 'console'],
  NOREN_MSG91_AUTH_KEY: SECRETS.NOREN_MSG91_AUTH_KEY,
};

function requireProductionSettings(given: EnvironmentVariables, role: ProcessRole | 'all'): void {
  const missing = Object.entries(REQUIRED_IN_PRODUCTION)
    .filter(
      ([name, roles]) => given[name] === undefined && (role === 'all' || roles.includes(role)),
    )
    .map(([name]) => name);
  if (missing.length === 0) return;

  throw new ConfigError(
    `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing: ` +
      'production makes up nothing (docs/configuration.md says what each is)',
  );
}

/**
 * A new key takes a new id: with the old one's, what the old key encrypted would not open any more.
 * @throws ConfigError when an old field key has the id of the present one, or two have the same
 */
function requireOneKeyPerId(given: {
  NOREN_FIELD_KEY_ID: number;
  NOREN_FIELD_KEYS_OLD?: string | undefined;
}): void {
  const old =
    given.NOREN_FIELD_KEYS_OLD?.split(',').map((pair) => Number(pair.split(':')[0])) ?? [];
  const twice = old.find(
    (id, index) => id === given.NOREN_FIELD_KEY_ID || old.indexOf(id) !== index,
  );
  if (twice === undefined) return;

  throw new ConfigError(
    `NOREN_FIELD_KEYS_OLD is not usable: two field keys have the id ${twice}: ` +
      'a new NOREN_FIELD_KEY takes a new NOREN_FIELD_KEY_ID',
  );
}

/**
 * Reads and checks the settings.
 * @param env the process's environment; an empty value counts as absent
 * @throws ConfigError naming the first invalid setting
 */
export function readConfig(env: EnvironmentVariables): Config {
  const given = readSecretFiles(env);
  const { NOREN_PLAIN_WIRE, ...config } = parse(settings, given);
  const { NOREN_ROLE: role } = config;
  const isSandbox = config.NOREN_MODE === 'sandbox';

  requireStandbys(config.DATABASE_URL);
  requireOneKeyPerId(config);

  if (!isSandbox) {
    refuseUnknownSettings(given, KNOWN);
    requireProductionSettings(given, role);
  }

  const providers = readProviders({ given, role }, isSandbox);
  if (!isSandbox && NOREN_PLAIN_WIRE)
    throw new ConfigError('NOREN_PLAIN_WIRE is not usable: production takes sealed requests only');

  // A sandbox shows codes and signs anybody in: other machines reach it only where HOST allows
  // them.
  const HOST = config.HOST ?? (isSandbox ? '127.0.0.1' : '0.0.0.0');
  if (!isSandbox) {
    refuseForeignSecrets(given, role);
    requireSafeDatabase('DATABASE_URL', config.DATABASE_URL, config.NOREN_DATABASE_PLAIN_HOST);
    requireSafeTraces(config);
    requireProxy({ ...config, HOST });
  }

  const tracesTo = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isTraced = tracesTo !== undefined && config.OTEL_SDK_DISABLED === 'false';

  return {
    ...config,
    ...providers,
    HOST,
    isSandbox,
    isTraced,
    plainWire: NOREN_PLAIN_WIRE ?? isSandbox,
  };
}

/**
 * Whether migrations spread the tables over a Citus cluster.
 * @throws ConfigError when the setting is not usable
 */
export function isDistributed(env: EnvironmentVariables): boolean {
  const { NOREN_DISTRIBUTED = '' } = env;
  const given = NOREN_DISTRIBUTED === '' ? {} : { NOREN_DISTRIBUTED };
  return parse(settings.pick({ NOREN_DISTRIBUTED: true }), given).NOREN_DISTRIBUTED === 'citus';
}

/**
 * The settings of a command that works on the database alone: it needs no key.
 * @throws ConfigError
 */
export function readDatabaseConfig(env: EnvironmentVariables) {
  const own = settings.pick({
    NOREN_MODE: true,
    DATABASE_URL: true,
    NOREN_DATABASE_PLAIN_HOST: true,
    PORT: true,
    NOREN_CONSOLE_PORT: true,
    NOREN_CONSOLE_ORIGIN: true,
    NOREN_DATA: true,
    NOREN_BACKUP: true,
  });
  const config = parse(own, readSecretFiles(env));

  requireStandbys(config.DATABASE_URL);
  if (config.NOREN_MODE === 'production')
    requireSafeDatabase('DATABASE_URL', config.DATABASE_URL, config.NOREN_DATABASE_PLAIN_HOST);

  return config;
}
