import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const repo = join(import.meta.dirname, '..');

describe.skipIf(process.platform === 'win32')('the copy of a database elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noren-backup-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const seen = join(folder, 'seen');
  // In place of PostgreSQL's own tool: writes down what it is given, and fails.
  const tool = `#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "$* with $PGPASSWORD" > '${seen}'\nexit 1\n`;
  writeFileSync(join(folder, 'pg_basebackup'), tool, { mode: 0o700 });

  function backUp(settings: Readonly<Record<string, string>>): { stderr: string; given: string } {
    writeFileSync(seen, '');
    const { status, stderr } = spawnSync(process.execPath, [join(repo, 'tools', 'backup.mjs')], {
      cwd: repo,
      env: {
        ...{ PATH: `${folder}${delimiter}${process.env.PATH}`, NOREN_BACKUP: join(folder, 'backup') },
        ...{ NOREN_MODE: 'production', DATABASE_URL: 'postgres://noren_program:p@127.0.0.1:1/noren' },
        ...settings,
      },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    return { stderr, given: readFileSync(seen, 'utf8') };
  }

  const far = 'postgres://replicator:s3%2Fcret@db.far.example/noren';
  const name = 'NOREN_BACKUP_DATABASE_URL';

  test('goes by TLS in production, with its password in no argument', () => {
    const plain = backUp({ [name]: far });
    expect(plain.stderr).toContain(`${name} is not usable: production asks for sslmode=verify-full`);
    expect(plain.given).toBe('');
    const { given } = backUp({ [name]: `${far}?sslmode=verify-full` });
    expect(given).toMatch(
      /^-d postgres:\/\/replicator@db\.far\.example\/noren\?sslmode=verify-full -D .* with s3\/cret$/m,
    );
    expect(backUp({ [name]: far, NOREN_DATABASE_PLAIN_HOST: 'db.far.example' }).given).toContain('with s3/cret');
  });

  test('takes a file as the program does: nobody else may open it, and no variable stands beside it', () => {
    const path = join(folder, 'address');
    writeFileSync(path, `${far}?sslmode=verify-full\n`, { mode: 0o400 });
    const asFile = { [`${name}_FILE`]: path };
    expect(backUp(asFile).given).toContain('with s3/cret');
    expect(backUp({ ...asFile, [name]: far })).toMatchObject({
      stderr: expect.stringContaining('is set too'),
      given: '',
    });
    chmodSync(path, 0o644);
    expect(backUp(asFile)).toMatchObject({ stderr: expect.stringContaining('(mode 644)'), given: '' });
  });
});
