import { parseArgs } from 'node:util';
import { buildTemplate } from '@noren/server/src/testing/template.ts';
import { startPostgres } from '../../tools/postgres.mjs';
import { type Settings, simulate } from './days.ts';

/**
 * `npm run simulate -- --seed N --borrowers N --days N`: prints the result; exits with 1 when a
 * check failed. With `--minutes N` it ends after the day in which the time is over.
 */
const { minutes, ...settings } = readSettings();

console.info(
  `npm run simulate -- --seed ${settings.seed} --borrowers ${settings.borrowers} --days ${settings.days}`,
);

const postgres = await startPostgres({ fast: true });
try {
  await buildTemplate(postgres.url);

  const clock = (): number => performance.now();
  const began = clock();
  const endsAt = began + minutes * 60_000;
  const report = (line: string): void =>
    console.info(`${line}, ${Math.round((clock() - began) / 1_000)} s`);
  const outcome = await simulate(settings, { nodes: [postgres.url], clock, endsAt, report });
  const seconds = (clock() - began) / 1_000;
  const { days, orderDays, closingMs, failure, lives, statuses, kinds } = outcome;

  console.info(`orders by status: ${listCounts(statuses)}`);
  console.info(`journals by kind: ${listCounts(kinds)}`);
  console.info(`${days} days, ${orderDays} order-days, ${lives} lives of the app`);
  console.info(
    `${Math.round(orderDays / seconds)} order-days a second lived, ${seconds.toFixed(0)} s in all`,
  );
  console.info(`${Math.round((orderDays * 1_000) / closingMs)} order-days a second closed`);

  if (failure) {
    console.error(`seed ${settings.seed}, ${failure.day}:`);
    for (const sentence of failure.sentences) console.error(`  ${sentence}`);
    process.exitCode = 1;
  } else console.info('Every check held on every day.');
} finally {
  await postgres.stop();
}

function listCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function readSettings(): Settings & { minutes: number } {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      borrowers: { type: 'string' },
      days: { type: 'string' },
      minutes: { type: 'string' },
    },
  });

  const number = (text: string | undefined, otherwise: number): number => {
    const value = text === undefined ? otherwise : Number(text);
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a whole number: ${text}`);
    return value;
  };

  return {
    seed: number(values.seed, 1),
    borrowers: number(values.borrowers, 200),
    days: number(values.days, 60),
    minutes: number(values.minutes, 60 * 24 * 7),
  };
}
