import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { encapsulate } from '@noren/contract/seal';
import { buildApp } from '@noren/server/src/app.ts';
import type { Deps } from '@noren/server/src/platform/deps.ts';
import { makeLog } from '@noren/server/src/platform/log.ts';
import type { SandboxBank } from '@noren/server/src/sandbox/bank/bank.ts';
import { makeDeps } from '@noren/server/src/testing/make-deps.ts';
import { clockControls, type TestApp } from '@noren/server/src/testing/start-app.ts';
import { copyTemplate, dropDatabase } from '@noren/server/src/testing/template.ts';
import type { FastifyInstance } from 'fastify';
import { inDatabase } from '../../tools/sql.ts';
import { injectedClient } from '../simulate/app-runs.ts';
import { type Chance, makeChance } from '../simulate/chance.ts';
import { type FuzzPerson, makePeople } from './people.ts';
import { type FuzzRequest, makeRequest } from './requests.ts';
import { type FuzzAnswer, send } from './send.ts';

/** How much to send, and from which round on. */
export interface FuzzSettings {
  readonly seed: number;
  readonly requests: number;
  readonly fromRound?: number;
}

/** A request that was answered as it must not be. */
export interface FuzzFailure {
  readonly round: number;
  readonly problem: string;
  readonly request: FuzzRequest;
  readonly answer: FuzzAnswer;
}

/** How a run went. */
export interface FuzzOutcome {
  readonly sent: number;
  readonly seconds: number;
  readonly statuses: Readonly<Record<string, number>>;
  /**
   * Kinds of requests, the declared calls among them, that were sent, and those that answered code
   * 200, at least once.
   */
  readonly kinds: ReadonlySet<string>;
  readonly succeeded: ReadonlySet<string>;
  /** Heap after a collection, in MiB, after a quarter of the requests and at the end. */
  readonly heapMiB: readonly [number, number];
  readonly failure: FuzzFailure | null;
}

/**
 * After so many requests new people take the place of those who were signed out, erased or limited.
 */
const ROUND = 1_000;
const AT_ONCE = 6;
/**
 * The clock moves on with each request, so that limits of a minute and an hour do not answer for
 * everything.
 */
const STEP_MS = 700;

/**
 * Log lines that are rightly errors: a signed webhook in an unknown form may be about money; signed
 * webhooks may conflict about an amount or an outcome, which a person has to look at; and a new
 * fault of the app.
 */
const ACCEPTED_ERRORS = [
  '"signed webhook is unreadable"',
  '"payment event conflicts with posted amount"',
  '"chargeback exceeds its payment"',
  '"payout: conflicting result from the provider"',
  '"refund discrepancy"',
  '"script error in the app"',
];

const START_AT = Date.UTC(2026, 10, 24, 4, 30);

/**
 * Sends generated requests to an app of its own, on a new database of a PostgreSQL server or
 * cluster, until one is answered wrongly.
 */
export async function fuzz(
  settings: FuzzSettings,
  on: {
    nodes: readonly string[];
    clock: () => number;
    report?: (line: string) => void;
    endsAt?: number;
  },
): Promise<FuzzOutcome> {
  const run = await startRun(on.nodes);
  const began = on.clock();
  const counts = {
    sent: 0,
    statuses: {} as Record<string, number>,
    kinds: new Set<string>(),
    succeeded: new Set<string>(),
  };
  const heaps: number[] = [];
  let failure: FuzzFailure | null = null;
  const { fromRound = 0, seed, requests } = settings;
  const rounds = Math.ceil(requests / ROUND);

  try {
    for (
      let round = 0;
      round < rounds && !failure && on.clock() < (on.endsAt ?? Number.POSITIVE_INFINITY);
      round += 1
    ) {
      const chance = makeChance(`${seed}`).of(fromRound + round);
      const size = Math.min(ROUND, requests - round * ROUND);
      const wrong = await runRound(run, chance, size, counts);

      if (wrong) failure = { ...wrong, round: fromRound + round };
      heaps.push(heapMiB());
      if ((round + 1) % 20 === 0) on.report?.(`${counts.sent} requests, heap ${heaps.at(-1)} MiB`);
    }
  } finally {
    await run.stop();
  }

  return {
    sent: counts.sent,
    seconds: (on.clock() - began) / 1_000,
    statuses: counts.statuses,
    kinds: counts.kinds,
    succeeded: counts.succeeded,
    heapMiB: [heaps[Math.floor(heaps.length / 4)] ?? 0, heaps.at(-1) ?? 0],
    failure,
  };
}

interface Run {
  readonly app: TestApp & { server: FastifyInstance; bank: SandboxBank };
  readonly time: { now: number };
  /** Lines of level error since the last look. */
  faults(): string[];
  stop(): Promise<void>;
}

type Counts = {
  sent: number;
  statuses: Record<string, number>;
  kinds: Set<string>;
  succeeded: Set<string>;
};
type Wrong = Omit<FuzzFailure, 'round'>;

async function runRound(
  run: Run,
  chance: Chance,
  size: number,
  counts: Counts,
): Promise<Wrong | null> {
  const { app, time } = run;
  const people = await makePeople(app);
  const seal = await encapsulate(app.deps.sealer.current);
  let next = 0;
  let wrong: Wrong | null = null;

  async function lane(): Promise<void> {
    while (next < size && !wrong) {
      const at = next++;
      time.now += STEP_MS;

      const request = await makeRequest(chance.of(at), {
        people,
        seal,
        bank: app.bank,
        now: time.now,
      });
      const answer = await send(app, request);

      counts.sent += 1;
      counts.statuses[answer.status] = (counts.statuses[answer.status] ?? 0) + 1;
      counts.kinds.add(request.kind);
      if (isSuccess(answer)) counts.succeeded.add(request.kind);

      const problem = findProblem({ request, answer, people, faults: run.faults() });
      if (problem && !wrong) wrong = { problem, request, answer };
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, lane));

  return wrong;
}

const isSuccess = ({ text }: FuzzAnswer): boolean => text.startsWith('{"code":200,');

function findProblem(of: {
  request: FuzzRequest;
  answer: FuzzAnswer;
  people: readonly FuzzPerson[];
  faults: readonly string[];
}): string | null {
  const { request, answer, people, faults } = of;
  const { status, type, text } = answer;
  if (status >= 500 || status < 200) return `answered HTTP ${status}`;
  // Other requests are answered at the same time: the line says which call it was.
  if (faults.length > 0) return `logged an error: ${faults[0]}`;

  if (
    request.url.startsWith('/api/') &&
    !request.url.startsWith('/api/hooks/') &&
    !isEnvelope(request, type, text)
  )
    return 'answered without an envelope';

  const other = people.find(
    (one, at) => at !== request.who && one.own.some((secret) => text.includes(secret)),
  );
  return other ? 'answered with an object of somebody else' : null;
}

function isEnvelope({ method }: FuzzRequest, type: string, text: string): boolean {
  if (method === 'HEAD') return true;
  return type.startsWith('application/json') && /^\{"(code":\d+,"msg":"|sealed":")/.test(text);
}

async function startRun(nodes: readonly string[]): Promise<Run> {
  const name = `f_${randomBytes(6).toString('hex')}`;
  await copyTemplate(nodes, name);

  const dataDir = await mkdtemp(join(tmpdir(), 'noren-fuzz-'));
  const time = { now: START_AT, days: 0, error: 0 };
  const made = await makeDeps({
    databaseAt: inDatabase(nodes[0]!, name),
    dataDir,
    time,
    role: 'all',
    addressRate: 1e8,
  });
  let faults: string[] = [];
  const log = makeLog(
    { NOREN_LOG_LEVEL: 'error' },
    {
      write: (line) =>
        void (
          ACCEPTED_ERRORS.some((accepted) => line.includes(accepted)) || faults.push(line.trim())
        ),
    },
  );
  const deps: Deps = { ...made, log };
  const server = await buildApp(deps);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const life = { deps, bank: made.bank, server, url };
  const app: Run['app'] = {
    ...life,
    ...clockControls(time),
    client: () =>
      injectedClient(
        () => life,
        () => time.now,
      ),
    stop: () => server.close(),
  };

  return {
    app,
    time,
    faults() {
      const seen = faults;
      faults = [];
      return seen;
    },
    async stop() {
      await server.close();
      await deps.kyc.close();
      await deps.db.destroy();
      await dropDatabase(nodes, name);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function heapMiB(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
}
