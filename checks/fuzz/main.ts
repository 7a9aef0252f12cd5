import { parseArgs } from 'node:util';
import { buildTemplate } from '@noren/server/src/testing/template.ts';
import { startPostgres } from '../../tools/postgres.mjs';
import { type FuzzSettings, fuzz } from './fuzz.ts';

/**
 * `npm run fuzz -- --seed N --requests N`: prints one line of how it went, or the request that was
 * answered wrongly, and then ends with 1. `--round N` begins with the round in which a request
 * failed; `--minutes N` ends after the round in which they are over.
 */
const { minutes, ...settings } = readSettings();
const postgres = await startPostgres({ fast: true });
try {
  await buildTemplate(postgres.url);

  const clock = (): number => performance.now();
  const endsAt = clock() + minutes * 60_000;
  const outcome = await fuzz(settings, {
    nodes: [postgres.url],
    clock,
    endsAt,
    report: (line) => console.error(line),
  });
  const { sent, seconds, statuses, succeeded, heapMiB, failure } = outcome;
  const byStatus = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);

  console.info(
    `seed ${settings.seed}: ${sent} requests in ${seconds.toFixed(0)} s (${byStatus.join(', ')}), ` +
      `${succeeded.size} kinds succeeded, heap ${heapMiB[0]} then ${heapMiB[1]} MiB, ${failure ? 'FAILED' : 'no failure'}`,
  );

  if (failure) {
    const { round, problem, request, answer } = failure;
    const { seal: _secret, payload, ...printable } = request;

    console.error(
      `${problem}. Again: npm run fuzz -- --seed ${settings.seed} --round ${round} --requests 1000`,
    );
    console.error(JSON.stringify({ ...printable, payload: payload?.toString(), answer }, null, 2));
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
}

function readSettings(): FuzzSettings & { minutes: number } {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      requests: { type: 'string', default: '20000' },
      round: { type: 'string', default: '0' },
      minutes: { type: 'string', default: '10000' },
    },
  });

  const number = (text: string): number => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a whole number: ${text}`);
    return value;
  };

  return {
    seed: number(values.seed),
    requests: number(values.requests),
    fromRound: number(values.round),
    minutes: number(values.minutes),
  };
}
