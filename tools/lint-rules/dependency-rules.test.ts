import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterAll, expect, test } from 'vitest';
import { cruiseOptions, dependencyRules } from './dependency-rules.ts';

/** The folder law against samples: each line is a file that imports another. */

const FORBIDDEN = [
  'server/src/platform/a.ts > server/src/lending/book/ledger.ts',
  'server/src/lending/a.ts > server/src/borrower/orders/handlers.ts',
  'server/src/lending/b.ts > server/src/providers/sms/msg91.ts',
  'server/src/lending/c.ts > server/src/sandbox/store.ts',
  'server/src/lending/d.ts > server/src/main.ts',
  'server/src/lending/e.ts > server/src/app.ts',
  'server/src/people/f.ts > server/src/borrower/orders/handlers.ts',
  'server/src/borrower/coupons/a.ts > server/src/borrower/support/handlers.ts',
  'server/src/borrower/preorder/guidance.ts > server/src/borrower/support/handlers.ts',
  'server/src/borrower/preorder/a.ts > server/src/borrower/loans/evaluate-credit.ts',
  'server/src/borrower/loans/a.ts > server/src/schedule/sweep.ts',
  'server/src/borrower/loans/c.ts > server/src/console/loans/loans-store.ts',
  'server/src/console/loans/a.ts > server/src/processes/close-of-day/close-of-day.ts',
  'server/src/processes/b.ts > server/src/borrower/loans/apply.ts',
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
  'server/src/borrower/loans/b.ts > server/src/platform/db/db.ts',
  'server/src/borrower/preorder/guidance.ts > server/src/borrower/loans/evaluate-credit.ts',
  'server/src/processes/a.ts > server/src/lending/orders/order-store.ts',
  'server/src/schedule/a.ts > server/src/borrower/bank/validate-account.ts',
  'server/src/providers/push.ts > server/src/platform/ports/push.ts',
  'server/src/sandbox/mirror.ts > server/src/app.ts',
  'server/src/app.ts > server/src/borrower/loans/handlers.ts',
  'web/src/features/login/d.tsx > web/src/ui/b.tsx',
  'web/src/app/routes.tsx > web/src/features/login/screen.tsx',
  'console/src/features/loan/b.tsx > console/src/shell/screen.ts',
  'console/src/app/screens.ts > console/src/features/person/screen.ts',
];

/** Two files, and two folders, that import each other. */
const CIRCULAR = [
  'server/src/lending/x.ts > server/src/lending/y.ts',
  'server/src/lending/y.ts > server/src/lending/x.ts',
  'server/src/processes/one/a.ts > server/src/processes/two/a.ts',
  'server/src/processes/two/b.ts > server/src/processes/one/b.ts',
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
  const folders = ['server/src/processes/one', 'server/src/processes/two'];
  const circularFolders = [`${folders[0]} > ${folders[1]}`, `${folders[1]} > ${folders[0]}`];

  for (const line of [...FORBIDDEN, ...FORBIDDEN_LAZY, ...circularFolders])
    expect([...found]).toContain(line);
  expect([...found].filter((line) => ALLOWED.includes(line))).toEqual([]);
  expect([...found].filter((line) => CIRCULAR.includes(line)).length).toBe(1);
});
