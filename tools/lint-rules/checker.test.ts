import { describe, expect, test } from 'vitest';
import { checkBans } from './bans.ts';
import { checkImports } from './import-law.ts';
import { checkOptionalPackages } from './lock-file.ts';
import { checkPlatform } from './platform-law.ts';
import { checkFileLength, checkFunctionLength } from './size.ts';
import { type Problem, parseSource } from './source.ts';
import { checkName, checkWords } from './words.ts';

/** The checker, with a sample that breaks each rule and one that follows it. */

const found = (problems: Problem[]): string[] =>
  problems.map(({ path, line, rule }) => `${path}:${line} ${rule}`);
const lines = (count: number): string => 'a();\n'.repeat(count);

const law = (path: string, text: string): number => checkImports([parseSource(path, text)]).length;

describe('import law', () => {
  test.each([
    ['core/src/a.ts', "import { b } from './b.ts'"],
    [
      'core/src/a.test.ts',
      "import { test } from 'vitest'; import fc from 'fast-check'; import fs from 'node:fs'",
    ],
    [
      'contract/src/a.ts',
      "import { z } from 'zod/mini'; import { p } from '@noren/core/money/money'",
    ],
    [
      'server/src/borrower/loans/a.ts',
      "import { db } from '../../platform/db/db.ts'; import f from 'fastify'",
    ],
    ['server/src/schedule/sweep.ts', "import { h } from '../features/loans/store.ts'"],
    ['server/src/app.ts', "import { h } from './features/loans/handlers.ts'"],
    ['server/src/testing/start.ts', "import { startPostgres } from '../../../tools/postgres.mjs'"],
    [
      'web/src/features/login/screen.tsx',
      "import { B } from '../../ui/b.tsx'; import r from 'react'",
    ],
    ['web/src/app/routes.tsx', "const S = () => import('../features/login/screen.tsx')"],
    ['bench/api.ts', "import { startApp } from '../tools/app.mjs'"],
    [
      'web/build/catalogue-check-plugin.ts',
      "import { checkCatalogues } from '../../tools/lint-rules/catalogues.ts'",
    ],
    [
      'web/build/catalogue-check-plugin.ts',
      "import { readGlossaries } from '../../tools/lint-rules/text-glossaries.ts'",
    ],
  ])('%s may: %s', (path, text) => expect(law(path, text)).toBe(0));

  test.each([
    ['core/src/a.ts', "import { c } from '@noren/contract/call'"],
    ['core/src/a.ts', "import { c } from '../../contract/src/call.ts'"],
    ['contract/src/a.ts', "import { db } from '@noren/server/platform/db/db'"],
    ['server/src/a.ts', "export * from '@noren/web/api'"],
    ['server/src/a.ts', "import { startPostgres } from '../../tools/postgres.mjs'"],
    ['server/src/a.ts', "import { given } from './testing/given.ts'"],
    ['web/src/app/app.tsx', "import { checkCatalogues } from './catalogues.test.ts'"],
    [
      'web/build/a-plugin.ts',
      "import { checkCatalogues } from '../../tools/lint-rules/catalogues.ts'",
    ],
    ['e2e/walk.spec.ts', "import { startPostgres } from '../tools/postgres.mjs'"],
    ['web/build/a-plugin.ts', "import { startPostgres } from '../../tools/postgres.mjs'"],
    ['web/src/app/routes.tsx', "import { S } from '../features/coupons/coupon.tsx'"],
    ['e2e/walk.spec.ts', "import { c } from '@noren/core/money/money'"],
  ])('%s may not: %s', (path, text) => expect(law(path, text)).toBe(1));
});

describe('platform', () => {
  const problems = (path: string, text: string): string[] =>
    found(checkPlatform(parseSource(path, text), ['users', 'orders', 'credit_limits']));

  test.each([
    ['server/src/platform/a-store.ts', 'sql`select 1 from orders o`'],
    ['server/src/platform/a-store.ts', "db.selectFrom('credit_limits as c');"],
    ['server/src/platform/a.ts', "import { nextContactAt } from '@noren/core/lending/dunning';"],
    [
      'server/src/platform/db/tables/a.ts',
      "import type { DunningKind } from '@noren/core/lending/dunning';",
    ],
  ])('%s may not: %s', (path, text) =>
    expect(problems(path, text)).toEqual([`${path}:1 platform`]),
  );

  test.each([
    ['server/src/platform/a-store.ts', "db.selectFrom('users'); sql`select 1 from users`"],
    ['server/src/platform/db/tables/a.ts', "type Tables = { of: 'orders' };"],
    [
      'server/src/platform/config/config.ts',
      "import { maxLoanAmount } from '@noren/core/lending/terms';",
    ],
    ['server/src/platform/a.test.ts', 'sql`select 1 from orders`'],
    ['server/src/lending/a-store.ts', 'sql`select 1 from orders`'],
  ])('%s may: %s', (path, text) => expect(problems(path, text)).toEqual([]));
});

describe('bans', () => {
  test.each([
    ['server/src/a.ts', 'if (order.status === 45) a();', 'bare status'],
    ['server/src/a.ts', 'if (45 <= order.bizStatus) a();', 'bare status'],
    ['web/src/a.test.ts', 'a({ borrowStatus: 50 });', 'bare status'],
    ['server/src/a-store.ts', 'const q = sql`update orders set status = 70`;', 'bare status'],
    ['bench/a.ts', "const q = 'where o.status not in (30, 35)';", 'bare status'],
    [
      'server/src/a-store.ts',
      "client.query('select 1 from orders where user_id = $1', [a]);",
      'positional parameter',
    ],
    [
      'bench/a.ts',
      'const q = `with s as (select generate_series($1::int, 2)) select n from s`;',
      'positional parameter',
    ],
    [
      'server/src/people/bank/store.ts',
      'const q = `select 1 from graphile_worker.jobs`;',
      'job tables',
    ],
    [
      'server/src/a.test.ts',
      "await sql('delete from graphile_worker._private_jobs');",
      'job tables',
    ],
    ['server/src/people/a-store.ts', 'return rows as Person[];', 'cast row'],
    ['server/src/people/store.ts', 'return toPerson(rows[0] as PersonRow);', 'cast row'],
  ])('%s: %s', (path, text, rule) =>
    expect(checkBans(path, text).map((problem) => problem.rule)).toEqual([rule]),
  );

  test.each([
    [
      'server/src/a.ts',
      'if (response.status === 404 || order.status === OrderStatus.active) a({ status: 200 });',
    ],
    ['bench/calls/a.ts', "const q = namedStatement<'id'>('select 1 from orders where id = :id');"],
    [
      'server/src/platform/jobs/job-store.ts',
      'const q = sql`select graphile_worker.complete_jobs(1)`;',
    ],
    ['server/src/testing/job-queue.ts', "const q = 'select 1 from graphile_worker.jobs';"],
    ['server/src/testing/template.ts', "const q = sql('graphile_worker');"],
    ['web/src/a.ts', "a.replace(/(.{4})/g, '$1 ').replace(/(b)/, '$1-$2');"],
    [
      'server/src/platform/db/combined-query.test.ts',
      "const q = { text: 'select $1', values: [1] };",
    ],
  ])('%s passes: %s', (path, text) => expect(checkBans(path, text)).toEqual([]));
});

describe('lock file', () => {
  const optional = (name: string) => ({ optionalDependencies: { [name]: '1.0.0' } });

  test('an optional package that is not locked is named', () => {
    const packages = {
      'node_modules/a': optional('a-linux'),
      'node_modules/b/node_modules/a-linux': {},
    };
    expect(checkOptionalPackages({ packages }).map(({ message }) => message)).toEqual([
      'node_modules/a names a-linux, which is not locked',
    ]);
  });

  test.each([
    'node_modules/a/node_modules/b',
    'node_modules/@x/y/node_modules/b',
    'node_modules/b',
  ])('a package locked in %s passes', (place) => {
    const packages = {
      '': optional('b'),
      'node_modules/b': {},
      'node_modules/a': optional('b'),
      'node_modules/@x/y': optional('b'),
      [place]: {},
    };
    expect(checkOptionalPackages({ packages })).toEqual([]);
  });
});

describe('sizes', () => {
  test('a file of 400 lines passes, one of 401 does not', () => {
    expect(checkFileLength('a.ts', lines(400))).toEqual([]);
    expect(found(checkFileLength('a.ts', lines(401)))).toEqual(['a.ts:401 file length']);
    expect(checkFileLength('a.ts', `${lines(400)}\n\n\n`)).toEqual([]);
  });

  test('a function of 70 lines passes, one of 71 does not', () => {
    const of = (count: number) =>
      parseSource('a.ts', `\nexport const f = () => {\n${lines(count - 2)}};`);
    expect(checkFunctionLength(of(70))).toEqual([]);
    expect(found(checkFunctionLength(of(71)))).toEqual(['a.ts:2 function length']);
  });

  test('a group of tests may be long, a test may not', () => {
    const body = lines(80);
    expect(
      checkFunctionLength(parseSource('a.test.ts', `describe('a', () => {\n${body}});`)),
    ).toEqual([]);
    expect(
      checkFunctionLength(parseSource('a.test.ts', `test('a', () => {\n${body}});`)),
    ).toHaveLength(1);
  });
});

describe('words and names', () => {
  const join = (...pieces: string[]): string => pieces.join('');

  test.each([
    join('see /wo', 'rk/main/a.ts'),
    join('/ro', 'ot/x'),
    join('"/ho', 'me/someone/x"'),
    join('as in ../sha', 'red/spec'),
    join('https://regis', 'try.example.org/a'),
    join('made by an A', 'I'),
    join('Clau', 'de wrote this'),
  ])('refused: %s', (text) => expect(found(checkWords('a.md', `ok\n${text}`))).toHaveLength(1));

  test.each([
    'the session token',
    'https://example.org/work',
    'src/work/a',
    '/home',
    'said, AIR, PAID',
    './work/a',
  ])('passes: %s', (text) => expect(checkWords('a.md', text)).toEqual([]));

  test.each([
    'core/src/Money.ts',
    'core/src/a_b.ts',
    'server/src/utils.ts',
    'web/src/common/a.ts',
    'web/src/date-helpers.ts',
  ])('refused name: %s', (path) => expect(checkName(path)).toHaveLength(1));

  test.each([
    'README.md',
    '.ci/run',
    'server/migrations/001_people.sql',
    'web/src/ui/a.module.css',
    'tools/a.d.mts',
    '.npmrc',
  ])('good name: %s', (path) => expect(checkName(path)).toEqual([]));
});

test('a file that does not parse is an error', () => {
  expect(() => parseSource('a.ts', 'const = ;')).toThrow(/a\.ts cannot be parsed/);
});
