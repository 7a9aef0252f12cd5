import { readFile } from 'node:fs/promises';
import { toBusinessDay } from '@noren/core/money/time';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { consentEffects } from './borrower/account/consent-effects.ts';
import { recordContacts } from './borrower/public/contacts-store.ts';
import { openAppConfig } from './borrower/public/open-app-config.ts';
import { workGauges } from './console/work/work-gauges.ts';
import { buildConsole } from './console.ts';
import { JOB_SCHEDULE } from './job-list.ts';
import { saveDefaultProducts } from './lending/credit/credit-store.ts';
import { saveDefaultScorecard } from './lending/credit/scorecard-store.ts';
import { openErasureLedger, openProcessFiles } from './open-files.ts';
import { openDigiLocker, openIdentitySources, openPanRegister } from './open-identity-sources.ts';
import { openMail } from './open-mail.ts';
import { openPaperSealer } from './open-paper-sealer.ts';
import { openSms } from './open-sms.ts';
import { sessionColumns } from './people/session-columns-store.ts';
import { makeClock, watchClock } from './platform/clock/clock.ts';
import { readDatabaseNow } from './platform/clock/clock-store.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { ConfigError } from './platform/config/config-error.ts';
import { forgetConsoleAddress, noteConsoleAddress } from './platform/config/console-address.ts';
import { requireFolders } from './platform/config/data-folders.ts';
import { listEgress } from './platform/config/egress.ts';
import { scrubEnvironment } from './platform/config/scrub-environment.ts';
import { forgetSecrets, isSecretName } from './platform/config/secrets.ts';
import { makeFieldCrypto } from './platform/crypto/field-crypto.ts';
import { loadKeys } from './platform/crypto/keys.ts';
import { databaseTrouble } from './platform/db/database-trouble.ts';
import { type Db, makeDb, makePool, type Tx } from './platform/db/db.ts';
import { claimDatabase, requireOwnMode } from './platform/db/installation-store.ts';
import type { Deps } from './platform/deps.ts';
import { requireSchema } from './platform/distribution/require-schema.ts';
import { codeBreaker } from './platform/http/code-breaker.ts';
import { makeLimits } from './platform/http/make-limits.ts';
import { securePages } from './platform/http/page-headers.ts';
import { slowStart } from './platform/http/slow-start.ts';
import { readWebApp } from './platform/http/web-app.ts';
import { serveWebFiles } from './platform/http/web-files.ts';
import { migrateJobs, startJobs } from './platform/jobs/jobs.ts';
import { makeLog } from './platform/log.ts';
import { measureProviders } from './platform/monitoring/measured-port.ts';
import { makeMetrics } from './platform/monitoring/metrics.ts';
import { buildMonitoringServer } from './platform/monitoring/monitoring-server.ts';
import { makeReadiness, type Readiness, serveReadiness } from './platform/monitoring/readiness.ts';
import { FLUSH_EVERY_MS, makeSecurityEvents } from './platform/security-events.ts';
import { repeatWhenLost } from './processes/backup/erasure-ledger.ts';
import { requireKeys, requireNoRetiredHash } from './processes/key-rotation/require-keys.ts';
import { makeGaugeReader } from './processes/monitoring/gauges.ts';
import { receiveEvent } from './processes/webhooks/provider-events.ts';
import { makeBranchDirectory } from './providers/branches/branch-directory.ts';
import { makeCompanySignIn } from './providers/company-sign-in/openid-connect.ts';
import { makeKycProcess } from './providers/kyc/engine-process.ts';
import { makeRazorpayPayments } from './providers/payments/razorpay.ts';
import { makeRazorpayXPayouts } from './providers/payouts/razorpayx.ts';
import { makeWebPush } from './providers/push/web-push.ts';
import { makeUnListSource } from './providers/sanctions/un-list.ts';
import { noSms } from './providers/sms/no-sms.ts';
import { makeStaffHook } from './providers/staff-hook/staff-hook.ts';
import type { Sandbox, SandboxOptions } from './sandbox/open.ts';
import { jobTable, queueDeferredWork } from './schedule/job-table.ts';

const STOP_WITHIN_MS = 10_000;

try {
  const config = readConfig(process.env);
  forgetSecrets(process.env);
  scrubEnvironment(isSecretName);
  await start(config);
} catch (cause) {
  const error = databaseTrouble(cause) ?? slowStart(cause) ?? cause;
  console.error(lineFor(error));
  if (!(error instanceof ConfigError) && !isPortTaken(error)) console.error(error);
  // The pool and the sandbox may be open by now; they would keep the process alive.
  process.exit(1);
}

function isPortTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'EADDRINUSE';
}

function lineFor(error: unknown): string {
  if (error instanceof ConfigError) return `Noren did not start. ${error.message}`;
  if (isPortTaken(error))
    return 'Noren did not start. PORT or NOREN_CONSOLE_PORT is in use by another program: set it to a free one.';
  return 'Noren did not start.';
}

/** The program's version, for the list of those running. */
async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The two clocks; a sandbox's may both be ahead. */
function makeClocks(config: Config) {
  const ahead = config.isSandbox ? config.NOREN_SANDBOX_MINUTES_AHEAD * 60_000 : 0;
  return {
    processNow: () => Date.now() + ahead,
    steadyNow: () => performance.now(),
    databaseNow: async (db: Db | Tx) => (await readDatabaseNow(db)) + ahead,
  };
}

/**
 * Connects, migrates, and marks a new database as this mode's.
 * @throws ConfigError when it is the other's
 */
async function openDatabase(config: Config, log: Logger): Promise<{ pool: Pool; db: Db }> {
  const onLost = (err: Error): void => log.warn({ err }, 'database connection lost');
  const program = `noren ${await readVersion()} ${config.NOREN_ROLE}`;
  const pool = makePool(config.DATABASE_URL, config.DATABASE_POOL, onLost, program);
  const db = makeDb(pool);

  await requireOwnMode(db, config.NOREN_MODE);
  await requireSchema(db, config);
  await claimDatabase(db, config.NOREN_MODE);

  return { pool, db };
}

async function start(config: Config): Promise<void> {
  const log = makeLog(config);
  if (!config.isSandbox) log.info({ hosts: listEgress(config) }, 'connects to these hosts');

  const backupTrouble = await requireFolders(config);
  if (backupTrouble !== null)
    log.error({ backupTrouble }, 'the folder of the backups cannot be used');

  const traces = await openTraces(config);
  const { deps, sandbox } = await openDeps(config, log, backupTrouble === null);

  if (config.NOREN_BACKUP !== undefined) deps.metrics.setBackupFolder(backupTrouble === null);

  const readiness = makeReadiness(deps);
  const server = await openApp(deps, readiness, sandbox);
  // The console first: what waits for the app to answer finds both.
  const staff = await openConsole(deps, readiness);
  const monitoring = await openMonitoring(deps, readiness);

  await server?.listen({ host: config.HOST, port: config.PORT });

  const { NOREN_ROLE: role } = config;
  const table = sandbox?.datedJobs(jobTable) ?? jobTable;
  const jobs =
    role === 'all' || role === 'jobs'
      ? await startJobs(deps, table, JOB_SCHEDULE, queueDeferredWork)
      : null;
  const port = server && findPort(server);

  sandbox?.setAddress(port ?? config.PORT);
  sayAddress(port, staff && findPort(staff), deps);
  flushSecurityEvents(deps);
  onStop(async () => {
    readiness.stop();
    sandbox?.bank.stop();
    await server?.close();
    await staff?.close();
    if (staff) forgetConsoleAddress(config.NOREN_DATA);
    await monitoring?.close();
    await deps.security.flush();
    await jobs?.stop();
    await deps.kyc.close();
    await deps.db.destroy();
    await traces?.stop();
  });
}

/** Opens the database, the keys and the providers: what calls and jobs work with. */
async function openDeps(
  config: Config,
  log: Logger,
  hasBackups: boolean,
): Promise<{ deps: Deps; sandbox: Sandbox | null }> {
  const { pool, db } = await openDatabase(config, log);
  const clock = makeClock({ ...makeClocks(config), db, log });
  const { now } = clock;

  // Before anything is dated by it.
  await clock.check();
  watchClock(clock, log);
  await migrateJobs(config.DATABASE_URL);

  const keys = await loadKeys(config);
  const crypto = makeFieldCrypto(keys.fields);
  const metrics = makeMetrics();
  const sandbox = config.isSandbox
    ? await openSandbox({ db, hashKey: keys.sandboxHashKey, config, now, log })
    : null;

  await saveDefaultProducts(db, '2026-01-01');
  await saveDefaultScorecard(db, '2026-01-01');

  const today = sandbox?.day.today ?? (() => toBusinessDay(now()));
  const { appConfig, readAppConfig } = await openAppConfig({ config, db, now, today });
  await recordContacts(db, appConfig, today());
  const providers = await openProviders(config, sandbox, now, appConfig);
  const paperSealer = await openPaperSealer(config, sandbox?.papersKey, { now, log });
  const deps: Deps = {
    config,
    pool,
    db,
    log,
    now,
    today,
    clock,
    daysAhead: sandbox?.day.daysAhead ?? (() => 0),
    crypto,
    sealer: keys.sealer,
    security: makeSecurityEvents({ db, log, metrics, now }),
    metrics,
    limits: makeLimits(db, crypto.hash, codeBreaker(config, log)),
    files: openProcessFiles(config, keys.fields, log, metrics),
    erasureLedger: openErasureLedger(config, crypto),
    kyc: makeKycProcess({ jobMs: config.NOREN_PICTURE_TIMEOUT_MS }),
    identitySources: await openIdentitySources(config, sandbox?.issuer.key),
    ...measureProviders({ ...providers, paperSealer }, metrics),
    asksPanRegister: config.isSandbox || config.panRegister !== null,
    usesDigiLocker: config.isSandbox || config.digiLocker !== null,
    sealsPapers: config.isSandbox || config.papers !== null,
    push: config.vapid
      ? makeWebPush(config.vapid, { now })
      : (sandbox?.makePush(keys.ownPushKey) ?? null),
    receiveProviderEvent: receiveEvent,
    consentEffects,
    sessionColumns,
    appConfig,
    readAppConfig,
    webApp: servesApp(config) ? await readWebApp() : null,
  };

  await requireKeys(deps, { isThorough: false });
  await requireNoRetiredHash(deps);

  // While the folder of the backups is away, by the copy beside the files; new facts wait for both.
  const erasureLedger = openErasureLedger(
    { ...config, ...(!hasBackups && { NOREN_BACKUP: undefined }) },
    crypto,
  );
  await repeatWhenLost({ ...deps, erasureLedger });

  return { deps, sandbox };
}

/** Null where no address for traces is set: the exporter's code is not even loaded. */
async function openTraces(config: Config): Promise<{ stop(): Promise<void> } | null> {
  if (!config.isTraced) return null;

  const { openTraceExport } = await import('./platform/tracing/trace-export.ts');
  const {
    NOREN_ROLE: role,
    OTEL_EXPORTER_OTLP_HEADERS: all,
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: ofTraces,
  } = config;

  return openTraceExport({ version: await readVersion(), role, headers: [all, ofTraces] });
}

function flushSecurityEvents({ security, log }: Deps): void {
  const flush = () =>
    security.flush().catch((err: unknown) => log.warn({ err }, 'security events were not counted'));
  setInterval(() => void flush(), FLUSH_EVERY_MS).unref();
}

function servesApp({ NOREN_ROLE: role }: Config): boolean {
  return role === 'all' || role === 'api';
}

/** The borrowers' API and app, listening to nothing yet; null in a process that serves neither. */
async function openApp(
  deps: Deps,
  readiness: Readiness,
  sandbox: Sandbox | null,
): Promise<FastifyInstance | null> {
  if (!servesApp(deps.config)) return null;

  const server = await buildApp(deps);
  await server.register(async (pages) => {
    await securePages(pages, deps, deps.webApp?.scriptHashes);
    await serveWebFiles(pages, deps, deps.webApp);
    await sandbox?.register(pages, deps);
  });
  serveReadiness(server, readiness);

  return server;
}

/**
 * The console on its own port, so that borrowers' pages and staff's never share an origin. Without
 * its origin production has none: passkeys belong to an address. Null where this process serves
 * none.
 */
async function openConsole(deps: Deps, readiness: Readiness): Promise<FastifyInstance | null> {
  const {
    NOREN_ROLE: role,
    HOST,
    PORT,
    NOREN_CONSOLE_PORT,
    NOREN_CONSOLE_ORIGIN,
    isSandbox,
  } = deps.config;
  if (role !== 'all' && role !== 'console') return null;

  if (!isSandbox && NOREN_CONSOLE_ORIGIN === undefined) {
    if (role === 'console')
      throw new ConfigError('NOREN_CONSOLE_ORIGIN is missing: passkeys belong to an address');
    deps.log.warn('no console: NOREN_CONSOLE_ORIGIN is not set');
    return null;
  }

  const server = await buildConsole(deps);
  serveReadiness(server, readiness);

  const next = PORT === 0 ? 0 : PORT + 1;
  await server
    .listen({ host: HOST, port: NOREN_CONSOLE_PORT ?? next })
    .catch(async (error: unknown) => {
      // Nobody chose the port after ours: another program may have it, and a sandbox then takes
      // any.
      if (!isPortTaken(error) || NOREN_CONSOLE_PORT !== undefined || !isSandbox) throw error;
      await server.listen({ host: HOST, port: 0 });
    });
  if (NOREN_CONSOLE_ORIGIN === undefined)
    noteConsoleAddress(deps.config.NOREN_DATA, `http://localhost:${findPort(server)}`);

  return server;
}

/**
 * Null without its port. The database's figures come from the processes that run the jobs: all
 * would report the same.
 */
async function openMonitoring(deps: Deps, readiness: Readiness): Promise<FastifyInstance | null> {
  const { NOREN_ROLE: role, NOREN_METRICS_PORT: port, NOREN_METRICS_HOST: host } = deps.config;
  if (port === undefined) return null;

  const readGauges =
    role === 'all' || role === 'jobs' ? makeGaugeReader(deps, workGauges) : async () => [];
  const server = buildMonitoringServer(deps, readiness, readGauges);

  await server.listen({ host, port });

  return server;
}

/** Null for a server that does not listen. */
function findPort({ server }: FastifyInstance): number | null {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : null;
}

/** What only a sandbox has; loaded by name so that production never reads these files. */
async function openSandbox(given: SandboxOptions): Promise<Sandbox> {
  const { openSandbox: open } = await import('./sandbox/open.ts');
  return open(given);
}

/**
 * Who carries money and messages: in production what its configuration names, in a sandbox what
 * that lacks is pretended.
 */
async function openProviders(
  config: Config,
  sandbox: Sandbox | null,
  now: () => number,
  appConfig: Deps['appConfig'],
): Promise<Omit<Parameters<typeof measureProviders>[0], 'paperSealer'>> {
  const { razorpay, razorpayX, ifscService, oidc, staffHook, unList } = config;
  const sms = (await openSms(config, appConfig)) ?? sandbox?.sms ?? noSms;
  // The sandbox bank's webhooks have to be read also while somebody else takes the payments.
  const ownPayouts = sandbox && {
    ...sandbox.bank.payouts,
    readWebhook: sandbox.bank.payments.readWebhook,
  };
  const payouts = razorpayX ? makeRazorpayXPayouts({ ...razorpayX, now }) : ownPayouts;
  const payments = razorpay
    ? makeRazorpayPayments({ ...razorpay, email: appConfig.lender.grievance.email, now })
    : sandbox?.bank.payments;
  const branches = ifscService ? makeBranchDirectory(ifscService, now) : sandbox?.branches;
  if (!payouts || !payments || !branches)
    throw new Error('the configuration let a provider be left out');

  const companySignIn = oidc?.clientSecret
    ? makeCompanySignIn({ ...oidc, clientSecret: oidc.clientSecret })
    : null;
  const staffAlerts = staffHook ? makeStaffHook(staffHook) : (sandbox?.staffAlerts ?? null);

  const sanctionsSource = unList && makeUnListSource(unList);

  // A lender's further providers stand behind it. docs/payment-providers.md
  return {
    sms,
    mail: openMail(config, appConfig) ?? sandbox?.mail ?? null,
    payouts,
    payments: [payments],
    branches,
    companySignIn,
    staffAlerts,
    sanctionsSource,
    panRegister: openPanRegister(config, sandbox?.panRegister),
    digiLocker: await openDigiLocker(config, appConfig.lender, sandbox?.digiLocker),
  };
}

/** Says where it is opened: a sandbox to the person who started it, production to its log. */
function sayAddress(port: number | null, consolePort: number | null, { config, log }: Deps): void {
  const { isSandbox, HOST, NOREN_ROLE: role, NOREN_CONSOLE_ORIGIN: origin } = config;
  if (!isSandbox) {
    log.info({ role, host: HOST, port, consolePort }, 'Noren is running in production');
    return;
  }

  const app = [
    'Noren is running as a sandbox: no real money moves, no real message is sent.',
    `Open  http://localhost:${port}`,
    'The codes it sends, and every other control, are at the path /sandbox of that address.',
    ...(HOST === '127.0.0.1'
      ? ['Only this machine can open it; HOST=0.0.0.0 opens it to others.']
      : []),
  ];
  const staff = [`The lender’s console:  ${origin ?? `http://localhost:${consolePort}`}`];
  const jobs = ['Noren runs its jobs only (NOREN_ROLE=jobs).'];
  const lines = [...(port === null ? [] : app), ...(consolePort === null ? [] : staff)];

  console.info([...(lines.length > 0 ? lines : jobs), 'Stop it with Ctrl+C.'].join('\n'));
}

function onStop(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return;

      stopping = true;
      // What does not end by itself may be cut short: a kill loses nothing either.
      setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error('Noren did not stop cleanly', error);
          process.exit(1);
        },
      );
    });
}
