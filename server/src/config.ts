import * as z from 'zod';

const flag = z.enum(['0', '1']).transform((text) => text === '1');
const base64Key = z.string().refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');

/** Every setting of the server, by its environment variable. The README's table says what each is for. */
const settings = z.object({
  NOREN_MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  NOREN_ROLE: z.enum(['all', 'api', 'jobs']).default('all'),
  HOST: z.string().min(1).default('0.0.0.0'),
  PORT: z.coerce.number('must be a number').int().min(0).max(65_535).default(3000),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  DATABASE_POOL: z.coerce.number('must be a number').int().min(2).max(200).default(10),
  NOREN_DATA: z.string().min(1).default('.noren'),
  NOREN_FIELD_KEY: base64Key.optional(),
  NOREN_FIELD_KEY_ID: z.coerce.number('must be a number').int().min(1).max(255).default(1),
  NOREN_FIELD_KEYS_OLD: z
    .string()
    .regex(/^(\d{1,3}:[A-Za-z0-9+/=]{44})(,\d{1,3}:[A-Za-z0-9+/=]{44})*$/, 'must be id:base64key,…')
    .optional(),
  NOREN_HASH_KEY: base64Key.optional(),
  NOREN_SEAL_KEY: z.string().min(1).optional(),
  NOREN_SEAL_KEY_OLD: z.string().min(1).optional(),
  NOREN_PLAIN_WIRE: flag.optional(),
  NOREN_LENDER_FILE: z.string().min(1).optional(),
  NOREN_LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  /** How many proxies of ours stand before the server; only what they wrote of the caller's address is believed. */
  NOREN_TRUST_PROXY: z.coerce.number('must be a number').int().min(0).max(9).default(0),
  /** Calls a minute that one address may make to one instance; a tenth of it may bring a new seal. */
  NOREN_ADDRESS_RATE: z.coerce.number('must be a number').int().min(60).max(100_000_000).default(6_000),
});

/** The settings, checked. `plainWire` says whether unsealed requests are taken. */
export type Config = Omit<z.infer<typeof settings>, 'NOREN_PLAIN_WIRE'> & { isSandbox: boolean; plainWire: boolean };

/** A setting that will not do: its message is one line that says which and why. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const PRODUCTION_NEEDS = ['NOREN_FIELD_KEY', 'NOREN_HASH_KEY', 'NOREN_SEAL_KEY', 'NOREN_LENDER_FILE'] as const;

/**
 * Reads and checks the settings.
 * @param env the process's environment; an empty value counts as absent
 * @throws ConfigError naming the first setting that will not do
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'settings');
    throw new ConfigError(`${name} ${name in given ? 'is not usable' : 'is missing'}: ${issue?.message}`);
  }
  const { NOREN_PLAIN_WIRE, ...config } = parsed.data;
  const isSandbox = config.NOREN_MODE === 'sandbox';
  if (!isSandbox) {
    const missing = PRODUCTION_NEEDS.find((name) => config[name] === undefined);
    if (missing) throw new ConfigError(`${missing} is missing: production makes up no keys and no lender`);
    if (NOREN_PLAIN_WIRE)
      throw new ConfigError('NOREN_PLAIN_WIRE is not usable: production takes sealed requests only');
    throw new ConfigError(
      'NOREN_MODE is not usable: the SMS, payout and payment adapters for production are not built yet (docs/not-yet.md)',
    );
  }
  return { ...config, isSandbox, plainWire: NOREN_PLAIN_WIRE ?? isSandbox };
}
