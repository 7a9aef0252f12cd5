import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { deriveKey, KEY_LABELS } from '../platform/crypto/derived-keys.ts';
import type { Db } from '../platform/db/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobTable } from '../platform/jobs/jobs.ts';
import type { BranchDirectory } from '../platform/ports/branches.ts';
import type { DigiLocker } from '../platform/ports/digilocker.ts';
import type { Mail } from '../platform/ports/mail.ts';
import type { PanRegister } from '../platform/ports/pan-register.ts';
import type { Push } from '../platform/ports/push.ts';
import type { Sms } from '../platform/ports/sms.ts';
import type { SigningKey } from '../providers/papers/cms-signature.ts';
import { makeSandboxBank, type SandboxBank } from './bank/bank.ts';
import { sandboxBranches } from './bank/branches.ts';
import { postWebhook } from './bank/webhooks.ts';
import { onCurrentDay, openSandboxDay, type SandboxDay } from './clock/business-day.ts';
import { makeSandboxDigiLocker } from './digilocker/digilocker.ts';
import { registerSandboxPage } from './page/page.ts';
import { loadSandboxCertificate } from './papers/certificate.ts';
import { makeSandboxMail } from './phone/mail.ts';
import { makeSandboxPush } from './phone/push.ts';
import { makeSandboxSms } from './phone/sms.ts';
import { sandboxPanRegister } from './register/pan-register.ts';
import { loadSampleIssuer } from './samples/issuer.ts';
import type { SampleIssuer } from './samples/sign-code.ts';
import { makeSandboxAlerts, type SandboxAlerts } from './staff/alerts.ts';

/** Replacements for the external providers, and the sandbox page. */
export interface Sandbox {
  readonly bank: SandboxBank;
  readonly day: SandboxDay;
  /** Of the invented people's cards. */
  readonly issuer: SampleIssuer;
  /** Seals papers, and proves nothing to anybody. */
  readonly papersKey: SigningKey;
  readonly sms: Sms;
  readonly mail: Mail;
  readonly branches: BranchDirectory;
  readonly staffAlerts: SandboxAlerts;
  readonly panRegister: PanRegister;
  readonly digiLocker: DigiLocker;
  /** The same jobs, each run on the business day current at its start. */
  datedJobs(table: JobTable): JobTable;
  /** Null without a key. */
  makePush(publicKey: string | null): Push | null;
  /** Sets the port that the bank's webhooks are delivered to. */
  setAddress(port: number): void;
  register(server: FastifyInstance, deps: Deps): Promise<void>;
}

/** How often a process checks whether another one moved the day; jobs check at their start. */
const DAY_POLL_MS = 1_000;

export interface SandboxOptions {
  db: Db;
  /** The bank's webhooks are signed by it. */
  hashKey: Buffer;
  config: Config;
  now: () => number;
  log: Deps['log'];
}

/** Opens the sandbox; never called in production. */
export async function openSandbox(given: SandboxOptions): Promise<Sandbox> {
  const { db, now } = given;
  const day = await openSandboxDay(db, now);
  // While the database is unreachable the day stays unchanged.
  const recheckDay = () =>
    day.recheck().catch((err: unknown) => given.log.debug({ err }, 'the day could not be read'));

  setInterval(recheckDay, DAY_POLL_MS).unref();

  let port = given.config.PORT;
  const bank = makeSandboxBank({
    db,
    // The bank uses the business day: a payment made after it was moved is dated on the new day.
    now: () => now() + day.daysAhead() * 86_400_000,
    secret: deriveKey(given.hashKey, KEY_LABELS.sandboxBank).toString('hex'),
    deliver: (webhook) => postWebhook(`http://127.0.0.1:${port}`, webhook),
  });
  const staffAlerts = makeSandboxAlerts();
  const issuer = await loadSampleIssuer(given.config.NOREN_DATA);
  const papersKey = await loadSandboxCertificate(given.config.NOREN_DATA);

  return {
    bank,
    day,
    issuer,
    papersKey,
    sms: makeSandboxSms(db, now),
    mail: makeSandboxMail(db, now),
    branches: sandboxBranches,
    staffAlerts,
    panRegister: sandboxPanRegister,
    digiLocker: makeSandboxDigiLocker(issuer),
    datedJobs: (table) => onCurrentDay(day, table),
    makePush: (publicKey) => (publicKey === null ? null : makeSandboxPush(publicKey)),
    setAddress: (own) => {
      port = own;
    },
    register: (server, deps) =>
      registerSandboxPage(server, { deps, bank, day, staffAlerts, issuer }),
  };
}
