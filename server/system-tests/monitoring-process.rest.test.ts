import { readFileSync } from 'node:fs';
import { HEADERS } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ReceivedSpan, startOtlpDouble } from '../src/testing/otlp-double.ts';
import {
  aSandboxUser,
  callSandbox,
  freePort,
  killLeftovers,
  type SandboxUser,
  startProcess,
} from '../src/testing/own-process.ts';
import { startApp, type TestApp } from '../src/testing/start-app.ts';

/** OTLP's status of a span that failed. */
const FAILED = 2;
/** One request more than the alert asks for, so that few failures make it no alert. */
const BORROWERS = 6;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterEach(killLeftovers);
afterAll(() => app.stop());

/** The values of a metric by its labels. */
function readValues(text: string, metric: string): [labels: string, value: number][] {
  return [...text.matchAll(new RegExp(`^${metric}\\{(.*)\\} (\\S+)$`, 'gm'))].map(
    ([, labels = '', value]) => [labels, Number(value)],
  );
}

/** Requests to each provider since a process started, as NorenProviderFails counts them. */
function countRequests(text: string): Map<string, { all: number; unanswered: number }> {
  const counts = new Map<string, { all: number; unanswered: number }>();
  for (const [labels, value] of readValues(text, 'noren_provider_seconds_count')) {
    const [, provider = ''] = /provider="(.*?)"/.exec(labels) ?? [];
    if (provider === 'branches') continue;

    const { all, unanswered } = counts.get(provider) ?? { all: 0, unanswered: 0 };
    counts.set(provider, {
      all: all + value,
      unanswered: unanswered + (labels.includes('outcome="no_answer"') ? value : 0),
    });
  }

  return counts;
}

/**
 * The thresholds of NorenProviderFails: the share without an answer, and how many requests there
 * have to be.
 */
function readThresholds(): [share: number, requests: number] {
  const rules = readFileSync(new URL('../../ops/alerts.yml', import.meta.url), 'utf8');
  const [, expression = ''] = /- alert: NorenProviderFails\n.*?expr: '(.*?)'/s.exec(rules) ?? [];
  const [share, requests, ...more] = [...expression.matchAll(/ > ([\d.]+)/g)].map(([, value]) =>
    Number(value),
  );
  if (share === undefined || requests === undefined || more.length > 0)
    throw new Error(`other rule: ${expression}`);

  return [share, requests];
}

/** The providers for which both conditions of NorenProviderFails hold between two scrapes. */
function failingProviders(before: string, after: string): string[] {
  const [share, requests] = readThresholds();
  const earlier = countRequests(before);

  return [...countRequests(after)].flatMap(([provider, { all, unanswered }]) => {
    const from = earlier.get(provider) ?? { all: 0, unanswered: 0 };
    const [increase, failed] = [all - from.all, unanswered - from.unanswered];
    return failed / increase > share && increase > requests ? [provider] : [];
  });
}

/**
 * Applies for a loan, whose payout a job sends.
 * @returns the proposal's number
 */
async function applyForLoan(person: SandboxUser): Promise<string> {
  const quote = await person.send(CALLS.quoteLoan, {
    body: { productCode: 'N07', principalPaise: 100_000 },
  });
  const { kfs } = quote.data as { kfs: { proposalNo: string; hash: string } };
  const body = {
    proposalNo: kfs.proposalNo,
    kfsHash: kfs.hash,
    acknowledged: true as const,
    purpose: 'medical',
  };

  expect((await person.send(CALLS.applyLoan, { body })).code).toBe(200);

  return kfs.proposalNo;
}

/** The names from the first span of a trace to this one. */
function tracePath(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? tracePath(parent, spans) : []), span.name];
}

test('a provider that gives no answer is seen in metrics and traces, as the alert and the runbook say', async () => {
  const { DATABASE_URL: databaseUrl, NOREN_DATA: dataDir } = app.deps.config;
  const metricsPort = await freePort();
  const collector = await startOtlpDouble();
  const env = {
    HOST: '0.0.0.0',
    NOREN_METRICS_PORT: String(metricsPort),
    NOREN_LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a-token',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  const running = await startProcess({ databaseUrl, dataDir, port: await freePort(), env });
  const at = (path: string) => fetch(`http://127.0.0.1:${metricsPort}${path}`);
  const metrics = async () => (await at('/metrics')).text();

  try {
    await expect.poll(async () => (await at('/readyz')).status).toBe(200);
    await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(200);

    if (process.platform === 'linux') {
      // Another address of this machine: the app is open there, the metrics are not.
      expect((await fetch(`http://127.0.0.2:${new URL(running.url).port}/healthz`)).status).toBe(
        200,
      );
      await expect(fetch(`http://127.0.0.2:${metricsPort}/metrics`)).rejects.toThrow();
    }

    const start = await metrics();
    const people: SandboxUser[] = [];

    for (let count = 0; count < BORROWERS; count += 1)
      people.push(await aSandboxUser(running.url, 'limit'));

    const before = await metrics();
    expect(failingProviders(start, before)).toEqual([]);
    await callSandbox(running.url, 'switch', { part: 'payouts', behaviour: 'never_taken' });

    const [person, ...others] = people as [SandboxUser, ...SandboxUser[]];
    const proposalNo = await applyForLoan(person);
    // What the runbook leads to: the payout is unknown, and the log says why.
    const unknown = async () =>
      readValues(await metrics(), 'noren_outbox').find(([labels]) => labels.includes('unknown'));

    await expect.poll(unknown).toEqual(['what="payout",state="unknown"', 1]);
    // All of one request fail, which is too few to wake somebody.
    expect(failingProviders(before, await metrics())).toEqual([]);
    for (const one of others) await applyForLoan(one);

    const failing = async () => failingProviders(before, await metrics());
    await expect.poll(failing).toEqual(['sandbox']);
    expect(running.output()).toContain('payout: no answer from the provider');

    // The trace goes from the borrower's call through its job to the provider's request.
    const failed = () =>
      collector
        .spans()
        .find(({ name, status }) => name === 'sandbox send' && status.code === FAILED);

    await expect.poll(failed).toBeDefined();

    const trace = collector.spans().filter(({ traceId }) => traceId === failed()?.traceId);
    expect(tracePath(failed()!, trace)).toEqual([
      'call applyLoan',
      'job send-payout',
      'sandbox send',
    ]);
    expect(trace.filter(({ name }) => name === 'sql').length).toBeGreaterThan(5);
    expect(collector.authorization()).toBe('Bearer a-token');
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${running.pid}/environ`, 'latin1')).not.toContain('a-token');
    for (const value of [person.userId, person.plainHeaders()[HEADERS.token], proposalNo])
      expect(JSON.stringify(collector.spans())).not.toContain(value);
  } finally {
    await running.stop();
    await collector.close();
  }
});
