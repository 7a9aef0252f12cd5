import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/**
 * knip with the project's own settings, over a project with planted files and exports that nothing
 * uses, and with packages that are not declared.
 */

const root = join(import.meta.dirname, '..', '..');
const planted = mkdtempSync(join(tmpdir(), 'noren-knip-'));
afterAll(() => rmSync(planted, { recursive: true }));

const SETTINGS = ['knip.config.ts', 'package.json'].concat(
  ['core', 'contract', 'server', 'web', 'console', 'e2e', 'bench', 'checks'].map(
    (name) => `${name}/package.json`,
  ),
);

const EXPORTS = 'export const used = 1;\nexport const unused = 2;\n';

const FILES = {
  'core/src/money/sums.ts': `import 'zod';\nimport 'vitest';\n${EXPORTS}`,
  'core/src/money/sums.test.ts': "import 'vitest';\nimport 'fast-check';\nimport 'lodash';\n",
  'contract/src/calls.ts':
    "import { used as sum } from '@noren/core/money/sums';\nimport 'zod';\nimport 'pg';\nimport '@seriousme/openapi-schema-validator';\nexport const used = sum;\nexport const unused = 2;\n",
  'server/src/main.ts':
    "import { used } from '@noren/contract/calls';\nimport { used as app } from './app.ts';\nprocess.exit(used + app);\n",
  'server/src/app.ts':
    "import { used as store } from './borrower/loans/store.ts';\nexport const used = store;\nexport const unused = 2;\n",
  'server/src/platform/log.ts': EXPORTS,
  'server/src/borrower/loans/store.ts': EXPORTS,
  'server/src/borrower/loans/store.test.ts':
    "import { unused } from './store.ts';\nimport { forTests } from './for-tests.ts';\nprocess.exit(unused + forTests);\n",
  'server/src/borrower/loans/for-tests.ts': 'export const forTests = 1;\n',
  'server/src/testing/loans.ts': EXPORTS,
  'server/src/loans.test.ts': "import { used } from './testing/loans.ts';\nprocess.exit(used);\n",
  'e2e/support/desk.ts': 'export const used = 1;\nexport type Unused = 2;\n',
  'e2e/walks/desk.test.ts': "import { used } from '../support/desk.ts';\nprocess.exit(used);\n",
  'tools/lint-rules/nowhere.ts': EXPORTS,
  'web/src/ui/button.css': '',
  'web/src/ui/lost.css': '',
  'web/src/app/main.tsx': "import { used } from '../ui/button.tsx';\nalert(used);\n",
  'web/src/ui/button.tsx': `import './button.css';\n${EXPORTS}`,
  'web/src/ui/nowhere.tsx': EXPORTS,
};

/** What knip finds without a user or a declaration: files, and exports or packages in them. */
function findUnused(...flags: string[]): string[] {
  for (const path of SETTINGS) cpSync(join(root, path), join(planted, path));

  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(planted, path)), { recursive: true });
    writeFileSync(join(planted, path), text);
  }

  const knip = join(root, 'node_modules', 'knip', 'bin', 'knip.js');
  const always = [
    '--no-progress',
    '--no-config-hints',
    '--include',
    'files,exports,types,unlisted',
    '--reporter',
    'json',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [knip, ...always, ...flags], {
    cwd: planted,
    encoding: 'utf8',
  });

  expect(stderr).toBe('');

  const { issues } = JSON.parse(stdout) as {
    issues: {
      file: string;
      files?: unknown[];
      exports?: { name: string }[];
      types?: { name: string }[];
      unlisted?: { name: string }[];
    }[];
  };
  const found = issues.flatMap(({ file, files = [], exports = [], types = [], unlisted = [] }) => [
    ...files.map(() => file),
    ...[...exports, ...types, ...unlisted].map(({ name }) => `${file}: ${name}`),
  ]);

  return found.sort();
}

test('knip names what has no user in production, and packages that product code may not import', () => {
  expect(findUnused('--production', '--strict')).toEqual([
    'contract/src/calls.ts: @seriousme/openapi-schema-validator',
    'contract/src/calls.ts: pg',
    'contract/src/calls.ts: unused',
    'core/src/money/sums.ts: unused',
    'core/src/money/sums.ts: vitest',
    'core/src/money/sums.ts: zod',
    'server/src/app.ts: unused',
    'server/src/borrower/loans/for-tests.ts',
    'server/src/borrower/loans/store.ts: unused',
    'server/src/platform/log.ts',
    'web/src/ui/button.tsx: unused',
    'web/src/ui/lost.css',
    'web/src/ui/nowhere.tsx',
  ]);
});

test('knip names what nothing uses in tests, walks, tools and style sheets, and undeclared packages', () => {
  expect(findUnused()).toEqual([
    'contract/src/calls.ts: unused',
    'core/src/money/sums.test.ts: lodash',
    'core/src/money/sums.ts: unused',
    'core/src/money/sums.ts: zod',
    'e2e/support/desk.ts: Unused',
    'server/src/app.ts: unused',
    'server/src/platform/log.ts',
    'server/src/testing/loans.ts: unused',
    'tools/lint-rules/nowhere.ts',
    'web/src/ui/button.tsx: unused',
    'web/src/ui/lost.css',
    'web/src/ui/nowhere.tsx',
  ]);
});
