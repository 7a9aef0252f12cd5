import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import { baseUrl, parseWhole, type SettingsOfProcess, timeout } from './parse-settings.ts';

/**
 * Sandbox Financial Technologies asks the register of PANs for us: set whole, or nobody asks it.
 */
export const panRegister = z.object({
  NOREN_PAN_API_KEY: z
    .string()
    .regex(/^key_(test|live)_\w+$/, 'must start with key_test_ or key_live_'),
  NOREN_PAN_API_SECRET: z.string().min(8, 'must have 8 characters or more').optional(),
  NOREN_PAN_BASE_URL: baseUrl.optional(),
  NOREN_PAN_TIMEOUT_MS: timeout({ min: 1_000, max: 60_000, usual: 20_000 }),
});

export interface PanRegisterConfig {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Null in a process that does not ask. */
  readonly apiSecret: string | null;
  readonly timeoutMs: number;
}

/** @throws ConfigError for settings that are not usable, incomplete, or not for this mode */
export function readPanRegister(
  of: SettingsOfProcess,
  isSandbox: boolean,
): PanRegisterConfig | null {
  const read = parseWhole(panRegister, 'NOREN_PAN_', of);
  const ofMode = isSandbox ? 'key_test_' : 'key_live_';
  // A live key asks about real people.
  if (read && !read.NOREN_PAN_API_KEY.startsWith(ofMode))
    throw new ConfigError(
      `NOREN_PAN_API_KEY is not usable: this mode takes keys that start with ${ofMode}`,
    );

  const host = isSandbox ? 'https://test-api.sandbox.co.in' : 'https://api.sandbox.co.in';

  return (
    read && {
      baseUrl: read.NOREN_PAN_BASE_URL ?? host,
      apiKey: read.NOREN_PAN_API_KEY,
      apiSecret: read.NOREN_PAN_API_SECRET ?? null,
      timeoutMs: read.NOREN_PAN_TIMEOUT_MS,
    }
  );
}

/** DigiLocker, from which a borrower lets the lender fetch the e-Aadhaar: all set, or unused. */
export const digiLocker = z.object({
  NOREN_DIGILOCKER_CLIENT_ID: z.string().regex(/^[\w-]{4,100}$/, 'must be the id of our app there'),
  NOREN_DIGILOCKER_CLIENT_SECRET: z.string().min(8, 'must have 8 characters or more').optional(),
  /** Of the keys that sign DigiLocker's documents: a PEM file, or a folder of them. */
  NOREN_DIGILOCKER_CERTIFICATES: z.string().min(1),
  NOREN_DIGILOCKER_BASE_URL: baseUrl.default('https://digilocker.meripehchaan.gov.in'),
  NOREN_DIGILOCKER_TIMEOUT_MS: timeout({ min: 1_000, max: 30_000, usual: 8_000 }),
});

export interface DigiLockerConfig {
  readonly baseUrl: string;
  readonly clientId: string;
  /** Null in a process that answers no borrower. */
  readonly clientSecret: string | null;
  readonly certificates: string;
  readonly timeoutMs: number;
}

/** @throws ConfigError for settings that are not usable, incomplete, or not for this mode */
export function readDigiLocker(of: SettingsOfProcess, isSandbox: boolean): DigiLockerConfig | null {
  const read = parseWhole(digiLocker, 'NOREN_DIGILOCKER_', of);
  // Its test accounts hold real people's documents.
  if (read && isSandbox)
    throw new ConfigError('NOREN_DIGILOCKER_CLIENT_ID is not usable: a sandbox has its own');
  // The texts that offer it name the signed code too.
  if (read && of.given.NOREN_CARD_CERTIFICATES === undefined)
    throw new ConfigError(
      'NOREN_CARD_CERTIFICATES is missing: DigiLocker is offered beside the code',
    );

  return (
    read && {
      baseUrl: read.NOREN_DIGILOCKER_BASE_URL,
      clientId: read.NOREN_DIGILOCKER_CLIENT_ID,
      clientSecret: read.NOREN_DIGILOCKER_CLIENT_SECRET ?? null,
      certificates: read.NOREN_DIGILOCKER_CERTIFICATES,
      timeoutMs: read.NOREN_DIGILOCKER_TIMEOUT_MS,
    }
  );
}
