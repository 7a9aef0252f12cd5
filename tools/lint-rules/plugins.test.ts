import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Biome with the project's own settings and plugins, over a sample that breaks each rule and one
 * that follows it.
 */

const root = join(import.meta.dirname, '..', '..');

type Sample = readonly [path: string, text: string, rule?: string];

const FORBIDDEN: readonly Sample[] = [
  ['core/src/a.ts', 'const t = Date.now();', 'clock'],
  ['server/src/a.ts', 'const t = new Date();', 'clock'],
  ['web/src/a.tsx', 'const f = (now = Date.now) => now;', 'clock'],
  ['server/src/a.ts', 'const code = Math.random();', 'random'],
  ['web/src/a.tsx', 'console.log(1);', 'noConsole'],
  ['web/src/a.ts', "const f = new Intl.NumberFormat('es');", 'figures'],
  ['server/src/a.ts', 'const text = amount.toLocaleString();', 'figures'],
  ['core/src/a.test.ts', 'test.only("a", f);', 'noFocusedTests'],
  ['core/src/a.test.ts', 'describe.only.each([1])("a", f);', 'noFocusedTests'],
  ['server/src/a.test.ts', 'await new Promise((r) => setTimeout(r, 5));', 'sleep'],
  ['e2e/a.spec.ts', 'await page.waitForTimeout(5);', 'sleep'],
  [
    'server/src/a.test.ts',
    "import { setTimeout as s } from 'node:timers/promises';",
    'noRestrictedImports',
  ],
  ['server/src/a.ts', 'try { a(); } catch { /* why */ }', 'empty catch'],
  ['server/src/a.ts', 'if (error.message.includes("x")) a();', 'error message'],
  ['server/src/a.ts', 'if (err.message === "x") a();', 'error message'],
  ['server/src/a.ts', 'export default 1;', 'noDefaultExport'],
  ['core/src/a.ts', "import fs from 'node:fs';", 'noNodejsModules'],
  ['web/src/a.ts', "export * from 'node:path';", 'noNodejsModules'],
  [
    'web/src/features/a.tsx',
    "import { useQuery } from '@tanstack/react-query';",
    'noRestrictedImports',
  ],
  [
    'web/src/features/a.ts',
    "import { ApiError, send } from '../api/api.ts';",
    'noRestrictedImports',
  ],
  [
    'console/src/features/a.tsx',
    "import { useQuery } from '@tanstack/react-query';",
    'noRestrictedImports',
  ],
  [
    'console/src/features/a.tsx',
    "import { callStaff } from '../../api/client.ts';",
    'noRestrictedImports',
  ],
  ['console/src/ui/a.tsx', 'const A = () => <p>Due</p>;', 'words on a screen'],
  ['console/src/ui/a.tsx', "const A = () => <p>{'Due'}</p>;", 'words on a screen'],
  ['console/src/ui/a.tsx', 'const A = () => <Panel title="Due" />;', 'words on a screen'],
  [
    'console/src/features/a.tsx',
    "const act = { id: 'act', header: texts.act, cell: () => <Acts><Button /></Acts> };",
    'column of buttons',
  ],
  ['server/src/borrower/a.ts', "import { sql } from 'kysely';", 'noRestrictedImports'],
  ['server/src/lending/restore.ts', 'await sql<Row>`select 1`.execute(db);', 'sql outside a store'],
  [
    'server/src/processes/a.ts',
    "const rows = await deps.db.selectFrom('orders').execute();",
    'sql outside a store',
  ],
  [
    'server/src/platform/a.ts',
    "await open(db).deleteFrom('orders').execute();",
    'sql outside a store',
  ],
  ['server/src/commands/verify.ts', "await client.query('select 1');", 'sql outside a store'],
  ['core/src/a.ts', 'type Asked = 1;', 'type name'],
  ['core/src/a.ts', 'export interface Sent {}', 'type name'],
  ['core/src/a.ts', 'type CodeSent = 1;', 'type name'],
  ['core/src/a.ts', 'class Dropped extends Error {}', 'type name'],
  ['core/src/a.ts', 'export type PurposeShown<T> = T;', 'type name'],
];

const ALLOWED: readonly Sample[] = [
  ['server/src/main.ts', 'const now = () => Date.now(); console.log(now());'],
  ['web/src/session/clock.ts', 'export const now = () => Date.now();'],
  [
    'server/src/a.ts',
    'if (response.status === 404 || order.status === OrderStatus.active) a({ status: 200 });',
  ],
  ['core/src/a.ts', 'const day = new Date(now); const utc = Date.UTC(2026, 0);'],
  ['core/src/a.ts', 'const text = "Date.now() new Date()"; // new Date()'],
  ['core/src/a.test.ts', 'const t = Date.now(); test.each([1])("a", f);'],
  ['server/src/a.ts', 'try { a(); } catch (error) { log.warn(error); }'],
  ['server/src/a.ts', 'setTimeout(a, 5); if (error.code === "x") a();'],
  ['web/vite.config.ts', 'export default {};'],
  [
    'console/src/ui/a.tsx',
    'const A = () => <p title={texts.due} className="due">{texts.due}: ₹</p>;',
  ],
  [
    'console/src/features/a.tsx',
    'const columns = [{ isControl: true, header: texts.act, cell: () => <Button /> }, { header: texts.due, cell: () => <Link /> }];',
  ],
  ['console/src/api/hooks.ts', "import { useQuery } from '@tanstack/react-query';"],
  [
    'web/src/api/hooks.tsx',
    "import { useQuery } from '@tanstack/react-query'; import { send } from './api.ts';",
  ],
  ['web/src/pwa/push.ts', "import { send } from '../api/api.ts';"],
  [
    'web/src/features/a.tsx',
    "import { ApiError } from '../api/api.ts'; import { useCall } from '../api/hooks.tsx';",
  ],
  [
    'server/src/lending/orders/order-store.ts',
    "import { sql } from 'kysely'; sql`select 1`; db.selectFrom('orders');",
  ],
  ['server/src/people/login/store.ts', "const READ = sql`select 1`; db.insertInto('orders');"],
  ['server/src/platform/db/migrate.ts', "import { sql } from 'kysely'; client.query('begin');"],
  ['server/src/testing/loans.ts', "db.updateTable('orders');"],
  ['server/src/a.test.ts', 'await sql`select 1`.execute(db);'],
  ['server/src/a.ts', "import type { Kysely } from 'kysely'; url.query(name); Object.with(1);"],
  ['core/src/a.ts', 'type SentMessage = 1;'],
  ['core/src/a.ts', 'interface AppRun {}'],
  ['core/src/a.ts', 'type Feed = 1;'],
  ['core/src/a.ts', 'const sent = 1;'],
  ['core/src/a.ts', 'enum Cost {}'],
  ['core/src/a.test.ts', "import fs from 'node:fs';"],
  ['server/src/a.ts', "import fs from 'node:fs';"],
];

/**
 * Biome's own rules that are tested here. A plugin's message begins with the name of its rule
 * instead.
 */
const BUILT_IN = /(noConsole|noDefaultExport|noFocusedTests|noNodejsModules|noRestrictedImports)$/;

interface Diagnostic {
  readonly category: string;
  readonly message: string;
  readonly location: { readonly path: string };
}

/**
 * The rules that each sample breaks. If samples share a path, a number before the file name tells
 * them apart.
 */
function lint(samples: readonly Sample[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'noren-biome-'));
  try {
    for (const path of ['biome.jsonc', 'tools/lint-rules/plugins'])
      cpSync(join(root, path), join(folder, path), { recursive: true });

    const paths = samples.map(([path, text], at) => {
      const isFirst = samples.findIndex(([other]) => other === path) === at;
      const own = isFirst ? path : join(dirname(path), `${at}-${path.split('/').at(-1)}`);

      mkdirSync(dirname(join(folder, own)), { recursive: true });
      writeFileSync(join(folder, own), text);

      return own;
    });

    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const flags = ['lint', '--reporter=json', '--max-diagnostics=none', '--vcs-enabled=false'];
    const { stdout } = spawnSync(process.execPath, [biome, ...flags], {
      cwd: folder,
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };

    return paths.map((path) => {
      const found = diagnostics.filter(({ location }) => location.path === path);
      const rules = found.map(({ category, message }) =>
        category === 'plugin' ? message.split(':')[0] : BUILT_IN.exec(category)?.[1],
      );
      return [...new Set(rules)].filter((rule) => rule !== undefined);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('Biome finds what each rule forbids, and nothing in what follows the rules', () => {
  const samples = [...FORBIDDEN, ...ALLOWED];
  const describeSample = ([path, text]: Sample, rules: readonly string[]) =>
    `${path}: ${text} > ${rules.join()}`;
  const found = lint(samples);

  expect(samples.map((sample, at) => describeSample(sample, found[at] ?? []))).toEqual(
    samples.map((sample) => describeSample(sample, sample[2] === undefined ? [] : [sample[2]])),
  );
});
