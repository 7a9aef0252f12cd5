import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { addDays, type BusinessDay, toBusinessDay } from '@noren/core/money/time';
import { pino } from 'pino';
import { consentEffects } from '../borrower/account/consent-effects.ts';
import { sandboxLender } from '../borrower/public/app-config.ts';
import { makeAppConfig } from '../borrower/public/open-app-config.ts';
import { openErasureLedger } from '../open-files.ts';
import { sessionColumns } from '../people/session-columns-store.ts';
import { makeClock } from '../platform/clock/clock.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { deriveKey, KEY_LABELS } from '../platform/crypto/derived-keys.ts';
import { makeFieldCrypto } from '../platform/crypto/field-crypto.ts';
import { makeSealer, makeSealKeyText, readSealKey } from '../platform/crypto/sealing.ts';
import { makeDb, makePool } from '../platform/db/db.ts';
import type { Deps } from '../platform/deps.ts';
import { codeBreaker } from '../platform/http/code-breaker.ts';
import { makeLimits } from '../platform/http/make-limits.ts';
import { makeMetrics } from '../platform/monitoring/metrics.ts';
import { makeSecurityEvents } from '../platform/security-events.ts';
import { receiveEvent } from '../processes/webhooks/provider-events.ts';
import { makeFileStore } from '../providers/files/file-store.ts';
import { makeKycEngine } from '../providers/kyc/engine.ts';
import { makeSandboxBank, type SandboxBank } from '../sandbox/bank/bank.ts';
import type { Behaviours } from '../sandbox/bank/behaviour.ts';
import { sandboxBranches } from '../sandbox/bank/branches.ts';
import { makeSandboxMail } from '../sandbox/phone/mail.ts';
import { makeSandboxPush } from '../sandbox/phone/push.ts';
import { makeSandboxSms } from '../sandbox/phone/sms.ts';
import { makeSandboxAlerts } from '../sandbox/staff/alerts.ts';
import { oneHashKey } from './one-hash-key.ts';
import { testSources } from './test-issuer.ts';
import { PICTURE_LIMIT_MS } from './time-limits.ts';

/** The secret with which the tests' bank signs webhooks. */
export const BANK_SECRET = 'test secret of the sandbox bank';

/**
 * On a busy machine many requests at once wait longer for a connection than a process lets them.
 */
const PATIENT = { statement: 600_000, lock: 0, connection: 600_000 };

/** A public key for browsers in tests; no push service has it. */
const TEST_PUSH_KEY = 'BPushKeyOfTests';

export interface DepsOptions {
  readonly databaseAt: string;
  readonly dataDir: string;
  /**
   * The database's clock in UTC milliseconds, the number of days that the business day is ahead of
   * it, and by how many milliseconds the process's clock is.
   */
  readonly time: { now: number; days: number; error?: number };
  readonly role: 'all' | 'api';
  /** Keys of an earlier app on the same data; new ones by default. */
  readonly keys?: { readonly field: Buffer; readonly hash: Buffer };
  /** Fixed behaviour of the bank, instead of the switches. */
  readonly always?: Behaviours;
  readonly addressRate?: number;
}

/** A clock that a test moves, and sets wrong. */
function makeTestClock(
  time: DepsOptions['time'],
  given: Pick<Parameters<typeof makeClock>[0], 'db' | 'log'>,
) {
  const steadyNow = (): number => time.now;
  const processNow = (): number => time.now + (time.error ?? 0);
  return makeClock({ ...given, processNow, steadyNow, databaseNow: async () => time.now });
}

/** Dependencies of a test's app: real, except for the sandbox's providers. */
export async function makeDeps(of: DepsOptions): Promise<Deps & { bank: SandboxBank }> {
  const { time, databaseAt, dataDir } = of;
  const metrics = makeMetrics();
  const config = readTestConfig(of);
  const pool = makePool(databaseAt, 10, () => undefined, 'noren', PATIENT);
  const db = makeDb(pool);
  const { field, hash } = of.keys ?? { field: randomBytes(32), hash: randomBytes(32) };
  const crypto = makeFieldCrypto({
    currentId: 1,
    byId: new Map([[1, field]]),
    hashes: oneHashKey(hash),
  });
  const log = pino({ level: 'silent' });
  const clock = makeTestClock(time, { db, log });
  const today = (): BusinessDay => addDays(toBusinessDay(clock.now()), time.days);
  // The bank uses the business day: a payment made after it was moved is dated on the new day.
  const bankNow = (): number => time.now + time.days * 86_400_000;
  const { always } = of;
  const bank = makeSandboxBank({
    db,
    now: bankNow,
    secret: BANK_SECRET,
    deliver: null,
    ...(always && { always }),
  });

  return {
    config,
    pool,
    db,
    bank,
    log,
    now: clock.now,
    today,
    clock,
    daysAhead: () => time.days,
    crypto,
    sealer: makeSealer([await readSealKey(await makeSealKeyText('t1'))]),
    security: makeSecurityEvents({ db, log, metrics, now: clock.now }),
    metrics,
    limits: makeLimits(db, crypto.hash, codeBreaker(config, log)),
    files: makeFileStore({
      dir: join(dataDir, 'files'),
      keys: { current: '1', byId: { 1: deriveKey(field, KEY_LABELS.files) } },
    }),
    erasureLedger: openErasureLedger(config, crypto),
    kyc: makeKycEngine({ jobMs: PICTURE_LIMIT_MS }),
    identitySources: testSources,
    asksPanRegister: false,
    panRegister: null,
    usesDigiLocker: false,
    digiLocker: null,
    sms: makeSandboxSms(db, () => time.now),
    mail: makeSandboxMail(db, () => time.now),
    branches: sandboxBranches,
    companySignIn: null,
    push: makeSandboxPush(TEST_PUSH_KEY),
    staffAlerts: makeSandboxAlerts(),
    sanctionsSource: null,
    sealsPapers: false,
    paperSealer: null,
    payouts: bank.payouts,
    payments: [bank.payments],
    webApp: null,
    receiveProviderEvent: receiveEvent,
    consentEffects,
    sessionColumns,
    ...makeAppConfig({ config, db, now: clock.now, today }, sandboxLender),
  };
}

function readTestConfig({ databaseAt, dataDir, role, addressRate }: DepsOptions): Config {
  return readConfig({
    DATABASE_URL: databaseAt,
    NOREN_DATA: dataDir,
    NOREN_LOG_LEVEL: 'silent',
    NOREN_ROLE: role,
    // On a starved machine a call is answered late, not refused.
    NOREN_LATE_MS: '600000',
    ...(addressRate !== undefined && { NOREN_ADDRESS_RATE: String(addressRate) }),
  });
}
