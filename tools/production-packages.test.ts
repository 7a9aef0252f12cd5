import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  describeMaterials,
  type LockedPackage,
  productionPackages,
} from './production-packages.mjs';

const lock = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
) as {
  name: string;
  version: string;
  packages: Record<string, LockedPackage & { dev?: boolean }>;
};

const licences = readFileSync(join(import.meta.dirname, '..', 'NOTICE.md'), 'utf8');
const packages = productionPackages(lock.packages);
const { components, ...materials } = describeMaterials({ ...lock, packages });

test('the bill of materials has what production needs, each with its hash and licence', () => {
  expect(materials).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });

  const named = new Map(components.map((one) => [one.name, one]));
  for (const workspace of ['server', 'web', 'console'])
    for (const name of Object.keys(lock.packages[workspace]?.dependencies ?? {}))
      if (!name.startsWith('@noren/'))
        expect(named.get(lock.packages[`node_modules/${name}`]?.name ?? name), name).toBeDefined();

  for (const { name, hashes, licenses } of components) {
    expect(hashes?.[0], name).toMatchObject({
      alg: 'SHA-512',
      content: expect.stringMatching(/^[0-9a-f]{128}$/),
    });
    // NOTICE.md says what is known of the few that state none.
    if (!licenses) expect(licences, name).toContain(`\`${name}\``);
  }

  expect(named.get('react')?.properties).toEqual(
    ['web', 'console'].map((value) => ({ name: 'noren:part', value })),
  );
  expect(named.get('pg')?.properties).toEqual([{ name: 'noren:part', value: 'server' }]);
});

test('it has no package for development', () => {
  expect(packages.filter(({ path }) => lock.packages[path]?.dev).map(({ path }) => path)).toEqual(
    [],
  );

  const names = new Set(components.map(({ name }) => name));
  for (const name of [
    'vitest',
    'typescript',
    'vite',
    '@biomejs/biome',
    'playwright-core',
    'pdfjs-dist',
    'happy-dom',
  ])
    expect([name, names.has(name)]).toEqual([name, false]);
});

test('it is the same for the same lock file', () => {
  expect(describeMaterials({ ...lock, packages: productionPackages(lock.packages) })).toEqual({
    ...materials,
    components,
  });
});

/** Versions with a published vulnerability that were here once, or come with packages like ours. */
const VULNERABLE: readonly [
  name: string,
  isFixed: (major: number, minor: number, patch: number) => boolean,
  advisory: string,
][] = [
  ['request', () => false, 'CVE-2023-28155, unmaintained'],
  [
    'tough-cookie',
    (major, minor, patch) =>
      major > 4 || (major === 4 && (minor > 1 || (minor === 1 && patch >= 3))),
    'CVE-2023-26136',
  ],
  [
    'form-data',
    (major, minor, patch) => major > 4 || (major === 4 && (minor > 0 || patch >= 4)),
    'CVE-2025-7783',
  ],
];

test.each(VULNERABLE)('%s is not shipped in a vulnerable version', (name, isFixed) => {
  const versions = components.filter((one) => one.name === name).map(({ version }) => version);
  expect(
    versions.filter(
      (version) => !isFixed(...(version.split('.').map(Number) as [number, number, number])),
    ),
  ).toEqual([]);
});
