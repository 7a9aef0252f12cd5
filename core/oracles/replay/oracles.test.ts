import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replayActualPayments } from './actual.ts';
import { replayIndianKfs, replayPublishedApr } from './apr.ts';
import { replayCounter } from './counter.ts';
import { replayDailySchedule } from './daily.ts';
import { replayDailyUnit } from './daily-units.ts';
import { replayIndianLender } from './india.ts';
import { knownDifferences } from './known.ts';
import { replayOrder } from './orders-checks.ts';
import { replaySentences } from './raw.ts';
import type { OracleCase } from './read.ts';
import { replayCoupon, replayHold, replayRateUnit, replayRoundedUp } from './units.ts';

type Suite = { id: string; cases: OracleCase[] };

/** Where cases computed by other systems are: `ORACLES_DIR`, or the project's own copy. */
const folder = process.env.ORACLES_DIR
  ? resolve(process.env.ORACLES_DIR)
  : join(import.meta.dirname, '..');

const suites = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name): Suite => JSON.parse(readFileSync(join(folder, name), 'utf8')));

const readServerTest = (file: string) =>
  readFileSync(join(import.meta.dirname, '../../../server/src', file), 'utf8');

/** What replays a suite, by the first part of its id. */
const replays: Record<string, (one: OracleCase, suite: Suite) => string[]> = {
  A1: replayDailySchedule,
  A2: replayActualPayments,
  A3: (one, suite) => replayDailyUnit(one, suite.cases),
  B: replayIndianLender,
  C1: replayOrder,
  C2: replaySentences,
  C3: replayRateUnit,
  D: replayRoundedUp,
  E: replayIndianKfs,
  F: replayHold,
  G: (one) => replayCounter(one, readServerTest),
  H: replayCoupon,
  K: replayPublishedApr,
};

const shortId = (suite: Suite) => suite.id.split('-')[0]!;

/** The differences of each case that has any; a case that cannot be read at all is one. */
function replaySuite(suite: Suite): Map<OracleCase, string[]> {
  const replay = replays[shortId(suite)];
  if (!replay) throw new RangeError(`no way to replay suite ${suite.id}`);

  const found = new Map<OracleCase, string[]>();
  for (const one of suite.cases) {
    let differences: string[];
    try {
      differences = replay(one, suite);
    } catch (error) {
      differences = [`not replayed: ${error}`];
    }

    if (differences.length > 0) found.set(one, differences);
  }

  return found;
}

test.skipIf(process.env.ORACLES_DIR)(
  'each known difference is shown by a case that needs it',
  () => {
    const needed = suites.flatMap((suite) =>
      [...replaySuite(suite).keys()].map((one) => ({ one, of: shortId(suite) })),
    );
    const unused = knownDifferences.filter(
      (known) => !needed.some(({ one, of }) => known.suites.includes(of) && known.shows(one)),
    );
    expect(unused.map((known) => known.convention)).toEqual([]);
  },
);

test('there are suites', () => expect(suites.length).toBeGreaterThan(0));

describe.each(suites.map((suite) => [suite.id, suite] as const))('%s', (id, suite) => {
  test('each case is reproduced, or shows a convention that is not ours', () => {
    const different = replaySuite(suite);
    const known = knownDifferences.filter((one) => one.suites.includes(shortId(suite)));
    const conventions = [...different.keys()].flatMap(
      (one) => known.find(({ shows }) => shows(one))?.convention ?? [],
    );
    const rest = [...different].filter(([one]) => !known.some(({ shows }) => shows(one)));
    const lines = [`${id}: ${suite.cases.length - different.size} of ${suite.cases.length}`];

    lines.push(...conventions.map((convention) => `  otherwise by convention: ${convention}`));
    process.stdout.write(`${lines.join('\n')}\n`);

    const failures = rest.map(([one, differences]) =>
      [one.id, ...differences.slice(0, 8)].join('\n  '),
    );
    expect(failures.join('\n')).toBe('');
  });
});
