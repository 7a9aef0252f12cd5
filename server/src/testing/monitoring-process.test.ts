import { readFileSync } from 'node:fs';
import { HEADERS } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ReceivedSpan, startOtlpDouble } from './otlp-double.ts';
import { aSandboxUser, callSandbox, freePort, killLeftovers, startProcess } from './own-process.ts';
import { startApp, type TestApp } from './start-app.ts';

/** OTLP's status of a span that failed. */
const FAILED = 2;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(killLeftovers);
afterAll(() => app.stop());

/** The values of a metric by its labels. */
function readValues(text: string, metric: string): [labels: string, value: number][] {
  return [...text.matchAll(new RegExp(`^${metric}\\{(.*)\\} (\\S+)$`, 'gm'))].map(([, labels = '', value]) => [
    labels,
    Number(value),
  ]);
}

/** The names from the first span of a trace to this one. */
function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathOf(parent, spans) : []), span.name];
}

test('a provider that gives no answer is seen in metrics and traces, as the alert and the runbook say', {
  timeout: 120_000,
}, async () => {
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
  /** NorenProviderFails: requests without an answer, as a share of all. */
  const shareWithoutAnswer = async () => {
    const counts = readValues(await metrics(), 'noren_provider_seconds_count').filter(([labels]) =>
      labels.includes('operation="send"'),
    );
    const sum = (rows: typeof counts) => rows.reduce((total, [, value]) => total + value, 0);
    return sum(counts.filter(([labels]) => labels.includes('outcome="no_answer"'))) / Math.max(1, sum(counts));
  };
  try {
    expect((await at('/readyz')).status).toBe(200);
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    if (process.platform === 'linux') {
      // Another address of this machine: the app is open there, the metrics are not.
      expect((await fetch(`http://127.0.0.2:${new URL(running.url).port}/healthz`)).status).toBe(200);
      await expect(fetch(`http://127.0.0.2:${metricsPort}/metrics`)).rejects.toThrow();
    }
    const person = await aSandboxUser(running.url, 'limit');
    expect(await shareWithoutAnswer()).toBeLessThan(0.2);
    await callSandbox(running.url, 'switch', { part: 'payouts', behaviour: 'never_taken' });
    const quote = await person.send(CALLS.quoteLoan, { body: { productCode: 'N07', principalPaise: 100_000 } });
    const { kfs } = quote.data as { kfs: { proposalNo: string; hash: string } };
    const body = { proposalNo: kfs.proposalNo, kfsHash: kfs.hash, acknowledged: true as const, purpose: 'medical' };
    expect((await person.send(CALLS.applyLoan, { body })).code).toBe(200);
    await expect.poll(shareWithoutAnswer, { timeout: 30_000 }).toBeGreaterThan(0.2);
    // What the runbook leads to: the payout is unknown, and the log says why.
    const unknown = async () =>
      readValues(await metrics(), 'noren_outbox').find(([labels]) => labels.includes('unknown'));
    await expect.poll(unknown, { timeout: 30_000 }).toEqual(['what="payout",state="unknown"', 1]);
    expect(running.output()).toContain('payout: no answer from the provider');
    // The trace goes from the borrower's call through its job to the provider's request.
    const failed = () =>
      collector.spans().find(({ name, status }) => name === 'sandbox send' && status.code === FAILED);
    await expect.poll(failed, { timeout: 30_000 }).toBeDefined();
    const trace = collector.spans().filter(({ traceId }) => traceId === failed()?.traceId);
    expect(pathOf(failed()!, trace)).toEqual(['call applyLoan', 'job send-payout', 'sandbox send']);
    expect(trace.filter(({ name }) => name === 'sql').length).toBeGreaterThan(5);
    expect(collector.authorization()).toBe('Bearer a-token');
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${running.pid}/environ`, 'latin1')).not.toContain('a-token');
    for (const value of [person.userId, person.plainHeaders()[HEADERS.token], kfs.proposalNo])
      expect(JSON.stringify(collector.spans())).not.toContain(value);
  } finally {
    await running.stop();
    await collector.stop();
  }
});
