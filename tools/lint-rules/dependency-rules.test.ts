import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterAll, expect, test } from 'vitest';
import { cruiseOptions, dependencyRules } from './dependency-rules.ts';

/** The folder law against samples: each line is a file that imports another. */

const FORBIDDEN = [
  'server/src/platform/a.ts > server/src/lending/ledger.ts',
  'server/src/lending/a.ts > server/src/features/orders/handlers.ts',
  'server/src/lending/b.ts > server/src/providers/sms/msg91.ts',
  'server/src/lending/c.ts > server/src/sandbox/store.ts',
  'server/src/lending/d.ts > server/src/main.ts',
  'server/src/lending/e.ts > server/src/app.ts',
  'server/src/features/coupons/a.ts > server/src/features/support/store.ts',
  'server/src/features/bank/validate-account.ts > server/src/features/support/store.ts',
  'server/src/features/bank/a.ts > server/src/features/certification/store.ts',
  'server/src/features/loans/a.ts > server/src/operations/sweep.ts',
  'server/src/providers/sms.ts > server/src/platform/db/db.ts',
  'web/src/features/login/a.tsx > web/src/features/coupons/coupon.tsx',
  'web/src/features/login/b.tsx > web/src/app/routes.tsx',
  'web/src/ui/layout/button.tsx > web/src/features/login/screen.tsx',
  'console/src/ui/button.tsx > console/src/api/hooks.ts',
  'console/src/api/hooks.ts > console/src/ui/button.tsx',
  'console/src/features/loan/a.tsx > console/src/features/person/person.tsx',
  'console/src/shell/shell.tsx > console/src/features/person/person.tsx',
];

const FORBIDDEN_LAZY = ['web/src/features/login/c.tsx > web/src/features/coupons/coupon.tsx'];

const ALLOWED = [
  'server/src/features/loans/b.ts > server/src/platform/db/db.ts',
  'server/src/features/bank/validate-account.ts > server/src/features/certification/store.ts',
  'server/src/operations/a.ts > server/src/features/loans/store.ts',
  'server/src/providers/push.ts > server/src/platform/ports/push.ts',
  'server/src/sandbox/mirror.ts > server/src/app.ts',
  'server/src/app.ts > server/src/features/loans/handlers.ts',
  'web/src/features/login/d.tsx > web/src/ui/b.tsx',
  'web/src/app/routes.tsx > web/src/features/login/screen.tsx',
  'console/src/features/loan/b.tsx > console/src/shell/screen.ts',
  'console/src/app/screens.ts > console/src/features/person/screen.ts',
];

/** Two files, and two folders, that import each other. */
const CIRCULAR = [
  'server/src/lending/x.ts > server/src/lending/y.ts',
  'server/src/lending/y.ts > server/src/lending/x.ts',
  'server/src/operations/one/a.ts > server/src/operations/two/a.ts',
  'server/src/operations/two/b.ts > server/src/operations/one/b.ts',
];

const root = mkdtempSync(join(tmpdir(), 'noren-law-'));
afterAll(() => rmSync(root, { recursive: true }));

function writeSamples(lines: readonly string[], isLazy = false): void {
  for (const line of lines) {
    const [from = '', to = ''] = line.split(' > ');
    for (const path of [from, to]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), '', { flag: 'a' });
    }

    const name = `./${relative(dirname(from), to)}`;
    const text = isLazy ? `export const load = () => import('${name}');\n` : `import '${name}';\n`;

    writeFileSync(join(root, from), text, { flag: 'a' });
  }
}

test('the rules find each forbidden import and no other', async () => {
  for (const lines of [FORBIDDEN, ALLOWED, CIRCULAR]) writeSamples(lines);
  writeSamples(FORBIDDEN_LAZY, true);

  const { output } = await cruise(['server', 'web', 'console'], {
    ...cruiseOptions,
    baseDir: root,
    validate: true,
    ruleSet: dependencyRules,
  });
  if (typeof output === 'string') throw new Error(output);

  const found = new Set(output.summary.violations.map(({ from, to }) => `${from} > ${to}`));
  const folders = ['server/src/operations/one', 'server/src/operations/two'];
  const circularFolders = [`${folders[0]} > ${folders[1]}`, `${folders[1]} > ${folders[0]}`];

  for (const line of [...FORBIDDEN, ...FORBIDDEN_LAZY, ...circularFolders])
    expect([...found]).toContain(line);
  expect([...found].filter((line) => ALLOWED.includes(line))).toEqual([]);
  expect([...found].filter((line) => CIRCULAR.includes(line)).length).toBe(1);
});
