import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

const repo = join(import.meta.dirname, '..');
/** A database elsewhere, at an address where nothing listens. */
const elsewhere = { DATABASE_URL: 'postgres://noren_program:p@127.0.0.1:1/noren' };

/** Runs a command of the project, which refuses, and returns what it says. */
function refusal(
  tool: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): string {
  const env = {
    PATH: process.env.PATH,
    NOREN_BACKUP: join(tmpdir(), 'noren-no-backup'),
    ...settings,
  };
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(repo, 'tools', `${tool}.mjs`), ...args],
    {
      cwd: repo,
      env,
      encoding: 'utf8',
    },
  );

  expect(status).toBe(1);

  return stderr;
}

test.each([
  ['start'],
  ['backup'],
  ['backup', '--files'],
  ['restore'],
  ['server-command', 'verify'],
  ['server-command', 'staff', 'list'],
])('production refuses the bundled database: %s %s', (tool, ...args) => {
  expect(refusal(tool as string, args as string[], { NOREN_MODE: 'production' })).toMatch(
    /^The bundled database is for trying Noren out, and production refuses it: set DATABASE_URL /,
  );
});

test('a database elsewhere is copied by its own tools alone', () => {
  expect(refusal('backup', [], elsewhere)).toContain(
    'npm run backup -- --files --database-by pgbackrest',
  );
});

describe('the restore', () => {
  test('of a database elsewhere does the rest, and says why it cannot', () => {
    for (const settings of [{}, { NOREN_FORMER_DATABASE_URL: elsewhere.DATABASE_URL }])
      expect(refusal('restore', [], { ...elsewhere, ...settings })).toContain(
        'The database was not reached: nothing listens there',
      );
  });

  test('of a database elsewhere takes no copy of the bundled one', () => {
    expect(refusal('restore', ['--backup', '20261124T043000Z'], elsewhere)).toContain(
      'leave out --backup',
    );
  });

  const name = 'NOREN_FORMER_DATABASE_URL';
  const far = 'postgres://noren_program:s3cret@db.far.example/noren';
  const inProduction = { ...elsewhere, NOREN_MODE: 'production' };

  test('reads the database that was replaced by TLS in production', () => {
    const said = refusal('restore', [], { ...inProduction, [name]: far });
    expect(said).toContain(`${name} is not usable: production asks for sslmode=verify-full`);
    expect(said).not.toContain('s3cret');

    const plain = refusal('restore', [], {
      ...inProduction,
      [name]: far,
      NOREN_DATABASE_PLAIN_HOST: 'db.far.example',
    });
    expect(plain).not.toContain(name);
  });

  test('takes its address from a file that nobody else may open, with no variable beside it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'noren-restore-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));

    const path = join(folder, 'address');
    writeFileSync(path, `${far}?sslmode=verify-full\n`, { mode: 0o400 });

    const asFile = { ...inProduction, [`${name}_FILE`]: path };
    expect(refusal('restore', [], asFile)).not.toContain(name);
    expect(refusal('restore', [], { ...asFile, [name]: far })).toContain('is set too');
    chmodSync(path, 0o644);
    expect(refusal('restore', [], asFile)).toContain('(mode 644)');
  });

  test('of the bundled database has no other that was replaced', () => {
    const said = refusal('restore', [], {
      NOREN_FORMER_DATABASE_URL: 'postgres://u:p@127.0.0.1/noren',
    });
    expect(said).toContain('is for a database elsewhere');
  });
});
