import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STAFF_CALLS } from './index.ts';

test('every staff call that a file of this folder declares is listed by its name', async () => {
  const names = readdirSync(import.meta.dirname).flatMap(
    (file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? [],
  );
  const others = names.filter((name) => name !== 'index');
  const modules: object[] = await Promise.all(others.map((name) => import(`./${name}.ts`)));
  const declared = modules
    .flatMap((module) => Object.entries(module))
    .filter(
      ([, value]) =>
        typeof value === 'object' && value !== null && 'who' in value && 'path' in value,
    );

  expect(Object.keys(STAFF_CALLS).toSorted()).toEqual(declared.map(([name]) => name).toSorted());
  for (const [name, call] of declared)
    expect(Object.entries(STAFF_CALLS)).toContainEqual([name, call]);
});
