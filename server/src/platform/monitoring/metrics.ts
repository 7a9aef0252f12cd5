import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** A gauge and its value, read from the database when the metrics are asked for. */
export interface GaugeValue {
  readonly name: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Counts and times of one process, for Prometheus. Labels are names of code, never of people. */
export interface Metrics {
  /** @param code of the answer's envelope, or the HTTP status of a fault and where there is none */
  observeCall(of: { server: 'app' | 'console'; call: string; code: number; seconds: number }): void;
  observeJob(of: { job: string; isDone: boolean; seconds: number }): void;
  observeProvider(of: {
    provider: string;
    operation: string;
    outcome: 'ok' | 'refused' | 'no_answer';
    seconds: number;
  }): void;
  /** Of what may be an attack, by kind. */
  countSecurityEvent(event: string): void;
  /** Messages that a provider took, by template: what a lender pays for. */
  countSms(template: string): void;
  /**
   * Whether this process could last use the folder of the backups; never told where there is none.
   */
  setBackupFolder(isUsable: boolean): void;
  /** The text that Prometheus reads, with these gauges. */
  render(gauges: readonly GaugeValue[]): Promise<string>;
  readonly contentType: string;
}

/** Seconds. Calls take a few milliseconds; pictures, PDFs and providers seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function makeMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const times = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS, registers });
  const calls = times(
    'noren_call_seconds',
    'Time of a call from its request to its answer, by server, call and code.',
    ['server', 'call', 'code'],
  );
  const jobs = times('noren_job_seconds', 'Time of a background job, by job and outcome.', [
    'job',
    'outcome',
  ]);
  const providers = times(
    'noren_provider_seconds',
    'Time of a request to a provider, by provider, operation and outcome.',
    ['provider', 'operation', 'outcome'],
  );
  const security = new Counter({
    name: 'noren_security_events_total',
    help: 'What may be an attack, by kind.',
    labelNames: ['event'] as const,
    registers,
  });
  const sms = new Counter({
    name: 'noren_sms_total',
    help: 'Text messages that the provider took, by template.',
    labelNames: ['template'] as const,
    registers,
  });
  let backupFolder: Gauge | undefined;
  // Started with the first reading: a process that nobody measures samples nothing.
  let isSampling = false;

  return {
    contentType: registry.contentType,
    observeCall: ({ server, call, code, seconds }) =>
      calls.observe({ server, call, code: String(code) }, seconds),
    observeJob: ({ job, isDone, seconds }) =>
      jobs.observe({ job, outcome: isDone ? 'ok' : 'failed' }, seconds),
    observeProvider: ({ provider, operation, outcome, seconds }) =>
      providers.observe({ provider, operation, outcome }, seconds),
    countSecurityEvent: (event) => security.inc({ event }),
    countSms: (template) => sms.inc({ template }),
    setBackupFolder(isUsable) {
      const help = 'Whether the folder of the backups could last be used.';
      backupFolder ??= new Gauge({ name: 'noren_backup_folder_usable', help, registers });
      backupFolder.set(isUsable ? 1 : 0);
    },
    async render(gauges) {
      if (!isSampling) collectDefaultMetrics({ register: registry });
      isSampling = true;
      return `${await registry.metrics()}\n${await renderGauges(gauges)}`;
    },
  };
}

/** A registry of their own, so that a value which is no longer there is no longer shown. */
async function renderGauges(values: readonly GaugeValue[]): Promise<string> {
  const registry = new Registry();
  const gauges = new Map<string, Gauge<string>>();

  for (const { name, help, labels = {}, value } of values) {
    const labelNames = Object.keys(labels);
    const gauge =
      gauges.get(name) ?? new Gauge<string>({ name, help, labelNames, registers: [registry] });

    gauges.set(name, gauge);
    gauge.set(labels, value);
  }

  return registry.metrics();
}
