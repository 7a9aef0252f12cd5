import type { Channel } from '@noren/contract/payment';
import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import {
  type DigiLockerConfig,
  digiLocker,
  type PanRegisterConfig,
  panRegister,
  readDigiLocker,
  readPanRegister,
} from './identity-providers.ts';
import { type MailConfig, mail, readMail } from './mail-settings.ts';
import {
  baseUrl,
  hookSecret,
  parse,
  parseWhole,
  type SettingsOfProcess,
  timeout,
} from './parse-settings.ts';

const keyId = z.string().regex(/^rzp_(test|live)_\w+$/, 'must start with rzp_test_ or rzp_live_');

/**
 * Where Razorpay's API is, and how long an answer is waited for; unencrypted only on this machine.
 */
const reached = {
  NOREN_RAZORPAY_BASE_URL: baseUrl.default('https://api.razorpay.com'),
  NOREN_RAZORPAY_TIMEOUT_MS: timeout({ min: 1_000, max: 60_000, usual: 10_000 }),
};

/** The channels Razorpay can make; an account has each once Razorpay has switched it on. */
const RAZORPAY_CHANNELS = [
  'upi',
  'bank_transfer',
  'payment_link',
] as const satisfies readonly Channel[];

/** Razorpay takes payments: set whole, or not at all. */
const razorpay = z.object({
  ...reached,
  NOREN_RAZORPAY_KEY_ID: keyId,
  NOREN_RAZORPAY_KEY_SECRET: z.string().min(1).optional(),
  NOREN_RAZORPAY_WEBHOOK_SECRET: hookSecret.optional(),
  NOREN_RAZORPAY_WEBHOOK_SECRET_OLD: hookSecret.optional(),
  /** The channels that Razorpay has switched on for the account. */
  NOREN_RAZORPAY_CHANNELS: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(RAZORPAY_CHANNELS, `must be some of ${RAZORPAY_CHANNELS.join(',')}`)))
    .default([...RAZORPAY_CHANNELS]),
  /** Whether Razorpay has switched UPI AutoPay on for the account. */
  NOREN_RAZORPAY_AUTOPAY: z.enum(['on', 'off'], 'must be on or off').default('off'),
});

/** RazorpayX pays out: set whole, or not at all. */
const razorpayX = z.object({
  ...reached,
  NOREN_RAZORPAYX_KEY_ID: keyId,
  NOREN_RAZORPAYX_KEY_SECRET: z.string().min(1).optional(),
  NOREN_RAZORPAYX_WEBHOOK_SECRET: hookSecret.optional(),
  NOREN_RAZORPAYX_WEBHOOK_SECRET_OLD: hookSecret.optional(),
  NOREN_RAZORPAYX_ACCOUNT_NUMBER: z
    .string()
    .regex(/^[A-Za-z0-9]{5,35}$/, 'must be the number of our account there'),
});

/** MSG91 sends text messages: production's alone, set whole. */
const msg91 = z.object({
  NOREN_MSG91_AUTH_KEY: z.string().min(10, 'must be the account’s key').optional(),
  NOREN_MSG91_WEBHOOK_SECRET: hookSecret.optional(),
  NOREN_MSG91_WEBHOOK_SECRET_OLD: hookSecret.optional(),
  /** JSON: each language's registered templates. */
  NOREN_MSG91_TEMPLATES_FILE: z.string().min(1),
  NOREN_MSG91_BASE_URL: baseUrl.default('https://control.msg91.com'),
  NOREN_MSG91_TIMEOUT_MS: reached.NOREN_RAZORPAY_TIMEOUT_MS,
});

/**
 * Razorpay's public IFSC service, which names branches: used in production, and in a sandbox whose
 * address is set.
 */
const ifscService = z.object({
  NOREN_IFSC_BASE_URL: baseUrl.default('https://ifsc.razorpay.com'),
  /** Short: a borrower waits for it. */
  NOREN_IFSC_TIMEOUT_MS: timeout({ min: 100, max: 10_000, usual: 1_500 }),
});

/**
 * The company's sign-in for the console, by OpenID Connect: set whole, or passkeys alone sign in.
 */
const oidc = z.object({
  /** As the provider's discovery document names itself; it may have a path. */
  NOREN_OIDC_ISSUER: z
    .string()
    .regex(
      /^(https:\/\/[^\s?#]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/[^\s?#]*)?)$/,
      'must be https://',
    ),
  NOREN_OIDC_CLIENT_ID: z.string().min(1),
  NOREN_OIDC_CLIENT_SECRET: z.string().min(8, 'must have 8 characters or more').optional(),
  /** Hosts of its token, keys and user info where they are not the issuer's. */
  NOREN_OIDC_HOSTS: z
    .string()
    .regex(
      /^[a-z0-9.-]+(:\d+)?(,[a-z0-9.-]+(:\d+)?)*$/,
      'must be hosts, such as tokens.example,keys.example',
    )
    .transform((text) => text.split(','))
    .default([]),
  NOREN_OIDC_TIMEOUT_MS: timeout({ min: 100, max: 30_000, usual: 10_000 }),
});

const vapidKey = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]{43,87}$/,
    'must be base64url, as docs/operations/notifications.md makes it',
  );

/** Keys of Web Push: set whole, or push is off (a sandbox makes its own). */
const vapid = z.object({
  NOREN_VAPID_PUBLIC_KEY: vapidKey,
  NOREN_VAPID_PRIVATE_KEY: vapidKey.optional(),
  NOREN_VAPID_SUBJECT: z.string().regex(/^(mailto:|https:\/\/)\S+$/, 'must be mailto: or https:'),
});

/** An address by https, or of this machine. */
const secureUrl = z
  .string()
  .regex(
    /^(https:\/\/[^\s#]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/[^\s#]*)?)$/,
    'must be https://',
  );

/** The certificate that seals papers: set whole, or papers are not sealed. */
const papers = z.object({
  /** PKCS#12, with the private key. */
  NOREN_PAPERS_CERTIFICATE_FILE: z.string().min(1),
  NOREN_PAPERS_PASSPHRASE: z.string().min(1).optional(),
});

/** A webhook that alerts staff: set whole, or nobody is alerted outside the console. */
const staffHook = z.object({
  NOREN_STAFF_HOOK_URL: secureUrl.optional(),
  NOREN_STAFF_HOOK_SECRET: z.string().min(16, 'must have 16 characters or more').optional(),
  NOREN_STAFF_HOOK_TIMEOUT_MS: timeout({ min: 100, max: 30_000, usual: 10_000 }),
});

/** Where the sanctions list of the United Nations is fetched: without an address it is not. */
const unList = z.object({
  NOREN_SANCTIONS_UN_URL: secureUrl.optional(),
  /** For all of the file. */
  NOREN_SANCTIONS_TIMEOUT_MS: z.coerce
    .number('must be a number')
    .int()
    .min(100)
    .max(600_000)
    .default(120_000),
});

/** The settings of all providers, by their environment variables. */
export const PROVIDER_SETTINGS: readonly string[] = [
  razorpay,
  razorpayX,
  msg91,
  mail,
  ifscService,
  oidc,
  vapid,
  papers,
  staffHook,
  unList,
  panRegister,
  digiLocker,
].flatMap(({ shape }) => Object.keys(shape));

export interface ProviderAccess {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /**
   * The secret its webhooks are signed with now, then the previous one while it is being changed;
   * none where they do not arrive.
   */
  readonly webhookSecrets: readonly string[];
}

export interface RazorpayConfig extends ProviderAccess {
  readonly keyId: string;
  /** Null in a process that sends no requests there. */
  readonly keySecret: string | null;
  readonly channels: readonly (typeof RAZORPAY_CHANNELS)[number][];
  readonly hasAutopay: boolean;
}

export interface RazorpayXConfig extends ProviderAccess {
  readonly keyId: string;
  /** Null in a process that sends no requests there. */
  readonly keySecret: string | null;
  readonly accountNumber: string;
}

export interface VapidConfig {
  readonly publicKey: string;
  /** Null in a process that sends no pushes. */
  readonly privateKey: string | null;
  readonly subject: string;
}

export interface PapersConfig {
  readonly certificateFile: string;
  /** Null in a process that seals nothing. */
  readonly passphrase: string | null;
}

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Null in a process that serves no console. */
  readonly clientSecret: string | null;
  readonly timeoutMs: number;
  /** Beside the issuer's own. */
  readonly hosts: readonly string[];
}

export interface StaffHookConfig {
  readonly url: string;
  readonly secret: string;
  readonly timeoutMs: number;
}

export interface Msg91Config extends ProviderAccess {
  /** Null in a process that sends no messages. */
  readonly authKey: string | null;
  readonly templatesFile: string;
}

/** A provider not set up is null. */
export interface Providers {
  readonly razorpay: RazorpayConfig | null;
  readonly razorpayX: RazorpayXConfig | null;
  readonly msg91: Msg91Config | null;
  readonly mail: MailConfig | null;
  readonly vapid: VapidConfig | null;
  readonly papers: PapersConfig | null;
  readonly ifscService: Pick<ProviderAccess, 'baseUrl' | 'timeoutMs'> | null;
  readonly oidc: OidcConfig | null;
  /** Null also in a process that sends no alerts. */
  readonly staffHook: StaffHookConfig | null;
  readonly unList: { readonly url: string; readonly timeoutMs: number } | null;
  readonly panRegister: PanRegisterConfig | null;
  readonly digiLocker: DigiLockerConfig | null;
}

/** @throws ConfigError for settings that are not usable, incomplete, or not for this mode */
export function readProviders(of: SettingsOfProcess, isSandbox: boolean): Providers {
  const providers = {
    razorpay: readRazorpay(of),
    razorpayX: readRazorpayX(of),
    msg91: readMsg91(of),
    mail: readMail(of),
    vapid: readVapid(of),
    papers: readPapers(of),
    ifscService: readIfscService(of, isSandbox),
    oidc: readOidc(of),
    staffHook: readStaffHook(of),
    unList: readUnList(of),
    panRegister: readPanRegister(of, isSandbox),
    digiLocker: readDigiLocker(of, isSandbox),
  };
  checkKeys(providers, isSandbox);

  if (isSandbox && providers.msg91)
    throw new ConfigError(
      'NOREN_MSG91_AUTH_KEY is not usable: a sandbox sends no message to anybody',
    );
  if (isSandbox && providers.mail)
    throw new ConfigError('NOREN_MAIL_SERVER is not usable: a sandbox sends no mail to anybody');

  return providers;
}

function readRazorpay(of: SettingsOfProcess): RazorpayConfig | null {
  const read = parseWhole(razorpay, 'NOREN_RAZORPAY_', of);
  if (!read) return null;

  const hooks = [read.NOREN_RAZORPAY_WEBHOOK_SECRET, read.NOREN_RAZORPAY_WEBHOOK_SECRET_OLD];

  return {
    baseUrl: read.NOREN_RAZORPAY_BASE_URL,
    timeoutMs: read.NOREN_RAZORPAY_TIMEOUT_MS,
    keyId: read.NOREN_RAZORPAY_KEY_ID,
    keySecret: read.NOREN_RAZORPAY_KEY_SECRET ?? null,
    webhookSecrets: hooks.filter((secret) => secret !== undefined),
    channels: read.NOREN_RAZORPAY_CHANNELS,
    hasAutopay: read.NOREN_RAZORPAY_AUTOPAY === 'on',
  };
}

function readRazorpayX(of: SettingsOfProcess): RazorpayXConfig | null {
  const read = parseWhole(razorpayX, 'NOREN_RAZORPAYX_', of);
  if (!read) return null;

  const hooks = [read.NOREN_RAZORPAYX_WEBHOOK_SECRET, read.NOREN_RAZORPAYX_WEBHOOK_SECRET_OLD];

  return {
    baseUrl: read.NOREN_RAZORPAY_BASE_URL,
    timeoutMs: read.NOREN_RAZORPAY_TIMEOUT_MS,
    keyId: read.NOREN_RAZORPAYX_KEY_ID,
    keySecret: read.NOREN_RAZORPAYX_KEY_SECRET ?? null,
    webhookSecrets: hooks.filter((secret) => secret !== undefined),
    accountNumber: read.NOREN_RAZORPAYX_ACCOUNT_NUMBER,
  };
}

function readMsg91(of: SettingsOfProcess): Msg91Config | null {
  const read = parseWhole(msg91, 'NOREN_MSG91_', of);
  if (!read) return null;

  const hooks = [read.NOREN_MSG91_WEBHOOK_SECRET, read.NOREN_MSG91_WEBHOOK_SECRET_OLD];
  return {
    baseUrl: read.NOREN_MSG91_BASE_URL,
    timeoutMs: read.NOREN_MSG91_TIMEOUT_MS,
    authKey: read.NOREN_MSG91_AUTH_KEY ?? null,
    webhookSecrets: hooks.filter((secret) => secret !== undefined),
    templatesFile: read.NOREN_MSG91_TEMPLATES_FILE,
  };
}

function readVapid(of: SettingsOfProcess): VapidConfig | null {
  const read = parseWhole(vapid, 'NOREN_VAPID_', of);

  return (
    read && {
      publicKey: read.NOREN_VAPID_PUBLIC_KEY,
      privateKey: read.NOREN_VAPID_PRIVATE_KEY ?? null,
      subject: read.NOREN_VAPID_SUBJECT,
    }
  );
}

function readPapers(of: SettingsOfProcess): PapersConfig | null {
  const read = parseWhole(papers, 'NOREN_PAPERS_', of);

  return (
    read && {
      certificateFile: read.NOREN_PAPERS_CERTIFICATE_FILE,
      passphrase: read.NOREN_PAPERS_PASSPHRASE ?? null,
    }
  );
}

function readOidc(of: SettingsOfProcess): OidcConfig | null {
  const read = parseWhole(oidc, 'NOREN_OIDC_', of);

  return (
    read && {
      issuer: read.NOREN_OIDC_ISSUER,
      clientId: read.NOREN_OIDC_CLIENT_ID,
      clientSecret: read.NOREN_OIDC_CLIENT_SECRET ?? null,
      timeoutMs: read.NOREN_OIDC_TIMEOUT_MS,
      hosts: read.NOREN_OIDC_HOSTS,
    }
  );
}

function readStaffHook(of: SettingsOfProcess): StaffHookConfig | null {
  const read = parseWhole(staffHook, 'NOREN_STAFF_HOOK_', of);
  const [url, secret] = [read?.NOREN_STAFF_HOOK_URL, read?.NOREN_STAFF_HOOK_SECRET];
  return read && url && secret
    ? { url, secret, timeoutMs: read.NOREN_STAFF_HOOK_TIMEOUT_MS }
    : null;
}

function readUnList({ given }: SettingsOfProcess): Providers['unList'] {
  const read = parse(unList, given);
  const url = read.NOREN_SANCTIONS_UN_URL;
  return url === undefined ? null : { url, timeoutMs: read.NOREN_SANCTIONS_TIMEOUT_MS };
}

function readIfscService(
  { given }: SettingsOfProcess,
  isSandbox: boolean,
): Providers['ifscService'] {
  const read = parse(ifscService, given);
  if (isSandbox && given.NOREN_IFSC_BASE_URL === undefined) return null;
  return { baseUrl: read.NOREN_IFSC_BASE_URL, timeoutMs: read.NOREN_IFSC_TIMEOUT_MS };
}

/**
 * Test keys move no money and live keys do: a sandbox takes test keys only, production live keys
 * only.
 */
function checkKeys(
  { razorpay: payments, razorpayX: payouts }: Pick<Providers, 'razorpay' | 'razorpayX'>,
  isSandbox: boolean,
) {
  const [wanted, mode] = isSandbox
    ? (['rzp_test_', 'a sandbox'] as const)
    : (['rzp_live_', 'production'] as const);

  for (const [name, keys] of [
    ['NOREN_RAZORPAY_KEY_ID', payments],
    ['NOREN_RAZORPAYX_KEY_ID', payouts],
  ] as const)
    if (keys && !keys.keyId.startsWith(wanted))
      throw new ConfigError(`${name} is not usable: ${mode} takes keys that start with ${wanted}`);
}
