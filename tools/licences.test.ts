import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

interface LockedPackage {
  readonly license?: string;
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

const licences = readFileSync(join(root, 'NOTICE.md'), 'utf8');

/** Packages that leave a choice of licences, with the one that NOTICE.md takes. */
const CHOSEN: Readonly<Record<string, string>> = { 'node-forge': 'BSD-3-Clause' };

/** What is installed from elsewhere, by its name without the folders. */
const installed = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, { license }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    return { name, license: CHOSEN[name] ?? license };
  });

/** Whether NOTICE.md names a package, alone or as `name-*`. */
function isNamed(name: string): boolean {
  const patterns = [...licences.matchAll(/`([^`\s]+)`/g)].map(([, quoted = '']) => quoted);
  return patterns.some((quoted) =>
    quoted.endsWith('*') ? name.startsWith(quoted.slice(0, -1)) : name === quoted,
  );
}

test('each package under the LGPL or the MPL is named in NOTICE.md', () => {
  const copyleft = installed.filter(({ license }) => /GPL|MPL/.test(license ?? ''));
  expect(copyleft.length).toBeGreaterThan(10);
  expect(copyleft.filter(({ name }) => !isNamed(name))).toEqual([]);
});

test('a chosen licence is one that its package leaves, and NOTICE.md says which', () => {
  for (const [name, chosen] of Object.entries(CHOSEN)) {
    expect(packages[`node_modules/${name}`]?.license).toMatch(
      new RegExp(`^\\((.+ OR )?${chosen}( OR .+)?\\)$`),
    );
    expect(licences).toMatch(new RegExp(`\\| \`${name}\` \\| ${chosen} \\|`));
  }
});

test('each package without a stated licence is explained in NOTICE.md', () => {
  expect(installed.filter(({ license, name }) => !license && !isNamed(name))).toEqual([]);
});

test('no package is under a licence that forbids commercial use or asks for the source of what uses it', () => {
  const refused = installed.filter(({ license }) =>
    /AGPL|(?<!L)GPL|SSPL|BUSL|-NC/.test(license ?? ''),
  );
  expect(refused).toEqual([]);
});
