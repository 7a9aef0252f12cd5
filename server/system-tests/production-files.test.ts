import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../src');

/**
 * The files that a file's import statements load: not those that give types alone, and not what is
 * loaded by name later.
 */
function importedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^import type .*?;$/gms, '');
  return [...text.matchAll(/^(?:import|export) (?:[^;]*? from )?'(\.[^']+)';$/gm)].map(([, path]) =>
    join(dirname(file), path!),
  );
}

test('what production starts loads neither the sandbox nor a test’s helper, so the image has neither', () => {
  const commands = ['backup', 'migrate', 'restore', 'rotate-keys', 'staff', 'verify'];
  const starts = [
    'main.ts',
    ...commands.map((name) => `commands/${name}.ts`),
    'providers/kyc/engine-child.ts',
  ];
  const loaded = new Set(starts.map((name) => join(root, name)));

  for (const file of loaded) for (const next of importedBy(file)) loaded.add(next);

  const paths = [...loaded].map((file) => relative(root, file));
  expect(paths.length).toBeGreaterThan(300);
  expect(paths).toContain('borrower/login/handlers.ts');
  expect(paths.filter((path) => /^(sandbox|testing)\//.test(path))).toEqual([]);

  const dockerfile = readFileSync(join(root, '../../Dockerfile'), 'utf8');
  expect(dockerfile).toContain('rm -rf server/src/sandbox server/src/testing');
  expect(dockerfile).toContain('COPY --from=build /app/server/src server/src');
  expect(dockerfile).toContain('npm ci --workspace server --omit=dev');
});
