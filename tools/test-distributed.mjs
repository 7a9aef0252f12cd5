import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { PlainError, runMain } from './repo.mjs';
import { runPackage } from './test-named.mjs';
import { leaveOut } from './test-stages.mjs';

const USAGE = `npm run test:distributed -- --engine DIR [FILES]
Runs the server's tests on a cluster it starts on this machine: a coordinator and two workers.
DIR is a folder with bin/postgres, PostgreSQL 18 with the extension Citus 14, which the account that PostgreSQL
runs as can read. FILES are parts of paths, by default all: fifteen files of 130 tests take two minutes on two cores.
docs/citus.md ("Tests") says what passed when all were run last, in parts.`;

/** A plan of the coordinator names neither the tables nor the indexes of the shards. */
const PLAIN_FILES = ['**/query-plans.rest.test.ts'];

/** Tests of what one PostgreSQL does and a cluster does otherwise. */
const PLAIN_TESTS = [
  // Expects a trigger that is dropped where the tables are spread: a worker's transaction numbers
  // are its own.
  'a journal notes the transaction that writes it',
  // Expects the code of a trigger's refusal, which the coordinator does not report.
  'a journal without an order may only move money in suspense',
  // On a distributed database each session is read by itself.
  'the batched session statement gets one generic plan',
  // Changes by staff on several machines wait for each other: nobody loses access during another's.
  'an approval is not carried out when .* meanwhile',
  'a waiver that needs one person is not posted when that person is removed meanwhile',
  // The machines of a test cluster ask for no password.
  'how to mend it.*another password',
];

/**
 * A statement crosses processes several times here: a test that takes a second elsewhere may take
 * ten.
 */
const SLOW = ['--testTimeout=240000', '--hookTimeout=240000', '--maxWorkers=3'];

/** The server's tests on a distributed database. */
await runMain(() => {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: { engine: { type: 'string' } },
  });
  if (values.engine === undefined) throw new PlainError(USAGE);

  ensureInstalled();

  return runPackage(
    join('vitest', 'vitest.mjs'),
    ['run', '--project', 'server', ...SLOW, ...leaveOut(PLAIN_FILES, PLAIN_TESTS), ...files],
    { NOREN_TEST_ENGINE: resolve(values.engine) },
  );
});
