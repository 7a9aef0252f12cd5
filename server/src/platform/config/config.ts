import { maxLoanAmount } from '@noren/core/lending/terms';
import { otpBreaker } from '@noren/core/people/otp';
import * as z from 'zod';
import type { Channel } from '../ports/payments.ts';

const flag = z.enum(['0', '1']).transform((text) => text === '1');
const base64Key = z.string().refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');

/** Every setting of the server, by its environment variable. The README's table says what each is for. */
const settings = z.object({
  NOREN_MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  NOREN_ROLE: z.enum(['all', 'api', 'jobs', 'console']).default('all'),
  HOST: z.string().min(1).optional(),
  PORT: z.coerce.number('must be a number').int().min(0).max(65_535).default(3000),
  /** The console's own port; by default the one after PORT. */
  NOREN_CONSOLE_PORT: z.coerce.number('must be a number').int().min(0).max(65_535).optional(),
  /** The console's address as its people open it. Passkeys belong to it: once changed, all have to be made again. */
  NOREN_CONSOLE_ORIGIN: z
    .string()
    .regex(/^(https:\/\/[a-z0-9.-]+(:\d+)?|http:\/\/localhost(:\d+)?)$/, 'must be https:// and a host')
    .optional(),
  /** Where monitoring reads metrics and readiness; nothing listens without it. */
  NOREN_METRICS_PORT: z.coerce.number('must be a number').int().min(0).max(65_535).optional(),
  /** OpenTelemetry's own: where spans are sent by OTLP over HTTP. None are made without it. Its other variables hold too. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url('must be an address').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url('must be an address').optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  /** Networks that may open the console, such as 10.1.0.0/16,192.0.2.7; all without it. */
  NOREN_CONSOLE_ADDRESSES: z.string().min(1).optional(),
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
  /** `off` replaces the service worker on the phones by one that serves nothing from its cache. */
  NOREN_SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  NOREN_LENDER_FILE: z.string().min(1).optional(),
  /** The host the app is opened at. A message with a code ends with it, so that a browser fills the code in there alone. */
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
  NOREN_SANDBOX_MINUTES_AHEAD: z.coerce.number('must be a number').int().min(0).max(1_440).default(0),
  NOREN_LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  /** How many of our proxies are in front of the server; the caller's address is read only from what they wrote. */
  NOREN_TRUST_PROXY: z.coerce.number('must be a number').int().min(0).max(9).default(0),
  /** Calls a minute that one address may make to one instance; a tenth of them may have a new seal. */
  NOREN_ADDRESS_RATE: z.coerce.number('must be a number').int().min(60).max(100_000_000).default(6_000),
  /** Days overdue from which a loan may be written off. */
  NOREN_WRITE_OFF_FROM_DAYS: z.coerce.number('must be a number').int().min(1).max(3_650).default(90),
  /** The most that one person may waive without a second; core bounds it. */
  NOREN_WAIVER_ALONE_RUPEES: z.coerce.number('must be a number').int().min(0).max(100).default(0),
  /** Codes an hour to all phones together, and wrong ones, before none is sent to a device that is not its phone's own. */
  NOREN_CODES_PER_HOUR: z.coerce.number('must be a number').int().min(10).max(1_000_000).default(otpBreaker.sends.most),
  NOREN_WRONG_CODES_PER_HOUR: z.coerce
    .number('must be a number')
    .int()
    .min(10)
    .max(1_000_000)
    .default(otpBreaker.wrongEntries.most),
});

const keyId = z.string().regex(/^rzp_(test|live)_\w+$/, 'must start with rzp_test_ or rzp_live_');
const hookSecret = z.string().min(16, 'must have 16 characters or more');
const baseUrl = z
  .string()
  .regex(/^(https:\/\/[^/\s]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?)\/?$/, 'must be https:// without a path');
/** Where Razorpay's API is, and how long an answer is waited for; unencrypted only on this machine. */
const reached = {
  NOREN_RAZORPAY_BASE_URL: baseUrl.default('https://api.razorpay.com'),
  NOREN_RAZORPAY_TIMEOUT_MS: z.coerce.number('must be a number').int().min(1_000).max(60_000).default(10_000),
};

/** The channels Razorpay can make; an account has each once Razorpay has switched it on. */
const RAZORPAY_CHANNELS = ['upi', 'bank_transfer', 'payment_link'] as const satisfies readonly Channel[];

/** Razorpay takes payments: set whole, or not at all. */
const razorpay = z.object({
  ...reached,
  NOREN_RAZORPAY_KEY_ID: keyId,
  NOREN_RAZORPAY_KEY_SECRET: z.string().min(1),
  NOREN_RAZORPAY_WEBHOOK_SECRET: hookSecret,
  NOREN_RAZORPAY_WEBHOOK_SECRET_OLD: hookSecret.optional(),
  /** The channels that Razorpay has switched on for the account. */
  NOREN_RAZORPAY_CHANNELS: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(RAZORPAY_CHANNELS, `must be some of ${RAZORPAY_CHANNELS.join(',')}`)))
    .default([...RAZORPAY_CHANNELS]),
});

/** RazorpayX pays out: set whole, or not at all. */
const razorpayX = z.object({
  ...reached,
  NOREN_RAZORPAYX_KEY_ID: keyId,
  NOREN_RAZORPAYX_KEY_SECRET: z.string().min(1),
  NOREN_RAZORPAYX_WEBHOOK_SECRET: hookSecret,
  NOREN_RAZORPAYX_WEBHOOK_SECRET_OLD: hookSecret.optional(),
  NOREN_RAZORPAYX_ACCOUNT_NUMBER: z.string().regex(/^[A-Za-z0-9]{5,35}$/, 'must be the number of our account there'),
});

/** MSG91 sends text messages: production's alone, set whole. */
const msg91 = z.object({
  NOREN_MSG91_AUTH_KEY: z.string().min(10, 'must be the account’s key'),
  NOREN_MSG91_WEBHOOK_SECRET: hookSecret,
  NOREN_MSG91_WEBHOOK_SECRET_OLD: hookSecret.optional(),
  /** JSON: each language's registered templates. */
  NOREN_MSG91_TEMPLATES_FILE: z.string().min(1),
  NOREN_MSG91_BASE_URL: baseUrl.default('https://control.msg91.com'),
  NOREN_MSG91_TIMEOUT_MS: reached.NOREN_RAZORPAY_TIMEOUT_MS,
});

/** Razorpay's public IFSC service, which names branches: used in production, and in a sandbox whose address is set. */
const ifscService = z.object({
  NOREN_IFSC_BASE_URL: baseUrl.default('https://ifsc.razorpay.com'),
  /** Short: a borrower waits for it. */
  NOREN_IFSC_TIMEOUT_MS: z.coerce.number('must be a number').int().min(100).max(10_000).default(1_500),
});

/** The company's sign-in for the console, by OpenID Connect: set whole, or passkeys alone sign in. */
const oidc = z.object({
  /** As the provider's discovery document names itself; it may have a path. */
  NOREN_OIDC_ISSUER: z
    .string()
    .regex(/^(https:\/\/[^\s?#]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/[^\s?#]*)?)$/, 'must be https://'),
  NOREN_OIDC_CLIENT_ID: z.string().min(1),
  NOREN_OIDC_CLIENT_SECRET: z.string().min(8, 'must have 8 characters or more'),
  NOREN_OIDC_TIMEOUT_MS: z.coerce.number('must be a number').int().min(100).max(30_000).default(10_000),
});

const vapidKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43,87}$/, 'must be base64url, as `web-push generate-vapid-keys` writes it');
/** Keys of Web Push: set whole, or push is off (a sandbox makes its own). */
const vapid = z.object({
  NOREN_VAPID_PUBLIC_KEY: vapidKey,
  NOREN_VAPID_PRIVATE_KEY: vapidKey,
  NOREN_VAPID_SUBJECT: z.string().regex(/^(mailto:|https:\/\/)\S+$/, 'must be mailto: or https:'),
});

/** The settings, checked. `plainWire` says whether unsealed requests are taken; a provider not set up is null. */
export type Config = Omit<z.infer<typeof settings>, 'NOREN_PLAIN_WIRE' | 'HOST'> & {
  HOST: string;
  isSandbox: boolean;
  /** Whether spans are made and sent. */
  isTraced: boolean;
  plainWire: boolean;
  razorpay: RazorpayConfig | null;
  razorpayX: RazorpayXConfig | null;
  msg91: Msg91Config | null;
  vapid: { publicKey: string; privateKey: string; subject: string } | null;
  ifscService: Pick<ProviderAccess, 'baseUrl' | 'timeoutMs'> | null;
  oidc: OidcConfig | null;
};

interface ProviderAccess {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** The secret its webhooks are signed with now, then the previous one while it is being changed. */
  readonly webhookSecrets: readonly string[];
}
interface RazorpayConfig extends ProviderAccess {
  readonly keyId: string;
  readonly keySecret: string;
  readonly channels: readonly (typeof RAZORPAY_CHANNELS)[number][];
}
interface RazorpayXConfig extends ProviderAccess {
  readonly keyId: string;
  readonly keySecret: string;
  readonly accountNumber: string;
}
interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs: number;
}
interface Msg91Config extends ProviderAccess {
  readonly authKey: string;
  readonly templatesFile: string;
}

/** An invalid setting: the message is one line that names it and the reason. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What production must be given: keys, a lender, and providers of payments and messages. */
const REQUIRED_IN_PRODUCTION = [
  'NOREN_FIELD_KEY',
  'NOREN_HASH_KEY',
  'NOREN_SEAL_KEY',
  'NOREN_LENDER_FILE',
  'NOREN_APP_HOST',
  'NOREN_RAZORPAY_KEY_ID',
  'NOREN_RAZORPAYX_KEY_ID',
  'NOREN_MSG91_AUTH_KEY',
] as const;

/**
 * Reads and checks the settings.
 * @param env the process's environment; an empty value counts as absent
 * @throws ConfigError naming the first invalid setting
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { NOREN_PLAIN_WIRE, ...config } = parse(settings, given);
  const isSandbox = config.NOREN_MODE === 'sandbox';
  const missing = isSandbox ? [] : REQUIRED_IN_PRODUCTION.filter((name) => given[name] === undefined);
  if (missing.length > 0)
    throw new ConfigError(
      `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing: production makes up nothing`,
    );
  const providers = {
    razorpay: readRazorpay(given),
    razorpayX: readRazorpayX(given),
    msg91: readMsg91(given),
    vapid: readVapid(given),
    ifscService: readIfscService(given, isSandbox),
    oidc: readOidc(given),
  };
  checkKeys(providers, isSandbox);
  if (isSandbox && providers.msg91)
    throw new ConfigError('NOREN_MSG91_AUTH_KEY is not usable: a sandbox sends no message to anybody');
  if (!isSandbox && NOREN_PLAIN_WIRE)
    throw new ConfigError('NOREN_PLAIN_WIRE is not usable: production takes sealed requests only');
  // A sandbox shows codes and signs anybody in: other machines reach it only where HOST allows them.
  const HOST = config.HOST ?? (isSandbox ? '127.0.0.1' : '0.0.0.0');
  const tracesTo = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isTraced = tracesTo !== undefined && config.OTEL_SDK_DISABLED === 'false';
  return { ...config, ...providers, HOST, isSandbox, isTraced, plainWire: NOREN_PLAIN_WIRE ?? isSandbox };
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

function parse<T>(schema: z.ZodType<T>, given: EnvironmentVariables, needed = 'the server cannot do without it'): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? 'settings');
  throw new ConfigError(name in given ? `${name} is not usable: ${issue?.message}` : `${name} is missing: ${needed}`);
}

/** A provider's own settings; null when none is there, and none may be there alone. */
function parseWhole<T>(schema: z.ZodType<T>, prefix: string, given: EnvironmentVariables): T | null {
  const own = Object.keys(given).filter((name) => name.startsWith(prefix) && !/_(BASE_URL|TIMEOUT_MS)$/.test(name));
  return own.length === 0 ? null : parse(schema, given, 'a provider is set up whole or not at all');
}

function readRazorpay(given: EnvironmentVariables): Config['razorpay'] {
  const read = parseWhole(razorpay, 'NOREN_RAZORPAY_', given);
  if (!read) return null;
  const hooks = [read.NOREN_RAZORPAY_WEBHOOK_SECRET, read.NOREN_RAZORPAY_WEBHOOK_SECRET_OLD];
  return {
    baseUrl: read.NOREN_RAZORPAY_BASE_URL,
    timeoutMs: read.NOREN_RAZORPAY_TIMEOUT_MS,
    keyId: read.NOREN_RAZORPAY_KEY_ID,
    keySecret: read.NOREN_RAZORPAY_KEY_SECRET,
    webhookSecrets: hooks.filter((secret) => secret !== undefined),
    channels: read.NOREN_RAZORPAY_CHANNELS,
  };
}

function readRazorpayX(given: EnvironmentVariables): Config['razorpayX'] {
  const read = parseWhole(razorpayX, 'NOREN_RAZORPAYX_', given);
  if (!read) return null;
  const hooks = [read.NOREN_RAZORPAYX_WEBHOOK_SECRET, read.NOREN_RAZORPAYX_WEBHOOK_SECRET_OLD];
  return {
    baseUrl: read.NOREN_RAZORPAY_BASE_URL,
    timeoutMs: read.NOREN_RAZORPAY_TIMEOUT_MS,
    keyId: read.NOREN_RAZORPAYX_KEY_ID,
    keySecret: read.NOREN_RAZORPAYX_KEY_SECRET,
    webhookSecrets: hooks.filter((secret) => secret !== undefined),
    accountNumber: read.NOREN_RAZORPAYX_ACCOUNT_NUMBER,
  };
}

function readMsg91(given: EnvironmentVariables): Config['msg91'] {
  const read = parseWhole(msg91, 'NOREN_MSG91_', given);
  if (!read) return null;
  const hooks = [read.NOREN_MSG91_WEBHOOK_SECRET, read.NOREN_MSG91_WEBHOOK_SECRET_OLD];
  return {
    baseUrl: read.NOREN_MSG91_BASE_URL,
    timeoutMs: read.NOREN_MSG91_TIMEOUT_MS,
    authKey: read.NOREN_MSG91_AUTH_KEY,
    webhookSecrets: hooks.filter((secret) => secret !== undefined),
    templatesFile: read.NOREN_MSG91_TEMPLATES_FILE,
  };
}

function readVapid(given: EnvironmentVariables): Config['vapid'] {
  const read = parseWhole(vapid, 'NOREN_VAPID_', given);
  return (
    read && {
      publicKey: read.NOREN_VAPID_PUBLIC_KEY,
      privateKey: read.NOREN_VAPID_PRIVATE_KEY,
      subject: read.NOREN_VAPID_SUBJECT,
    }
  );
}

function readOidc(given: EnvironmentVariables): Config['oidc'] {
  const read = parseWhole(oidc, 'NOREN_OIDC_', given);
  return (
    read && {
      issuer: read.NOREN_OIDC_ISSUER,
      clientId: read.NOREN_OIDC_CLIENT_ID,
      clientSecret: read.NOREN_OIDC_CLIENT_SECRET,
      timeoutMs: read.NOREN_OIDC_TIMEOUT_MS,
    }
  );
}

function readIfscService(given: EnvironmentVariables, isSandbox: boolean): Config['ifscService'] {
  const read = parse(ifscService, given);
  if (isSandbox && given.NOREN_IFSC_BASE_URL === undefined) return null;
  return { baseUrl: read.NOREN_IFSC_BASE_URL, timeoutMs: read.NOREN_IFSC_TIMEOUT_MS };
}

/** Test keys move no money and live keys do: a sandbox takes test keys only, production live keys only. */
function checkKeys(
  { razorpay: payments, razorpayX: payouts }: Pick<Config, 'razorpay' | 'razorpayX'>,
  isSandbox: boolean,
) {
  const [wanted, mode] = isSandbox ? (['rzp_test_', 'a sandbox'] as const) : (['rzp_live_', 'production'] as const);
  for (const [name, keys] of [
    ['NOREN_RAZORPAY_KEY_ID', payments],
    ['NOREN_RAZORPAYX_KEY_ID', payouts],
  ] as const)
    if (keys && !keys.keyId.startsWith(wanted))
      throw new ConfigError(`${name} is not usable: ${mode} takes keys that start with ${wanted}`);
}
