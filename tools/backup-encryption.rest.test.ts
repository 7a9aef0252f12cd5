import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '..', 'docs/operations/backup.md'), 'utf8');

/** The documented lines, as they stand in the page. */
const [generate = '', ...lines] = page
  .split('\n')
  .filter((line) => /^(gpg|tar -C "\$NOREN_BACKUP")/.test(line))
  .map((line) => line.replace(/ +#.*$/, ''));

test.skipIf(spawnSync('gpg', ['--version']).status !== 0)(
  'a backup is encrypted with the public key alone and opened with the secret one, as the page says',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'noren-gpg-'));

    const home = (name: string): string => {
      mkdirSync(join(folder, name));
      chmodSync(join(folder, name), 0o700);
      return join(folder, name);
    };

    const [office, server, backup, restored] = ['office', 'server', 'backup', 'restored'].map(
      home,
    ) as [string, string, string, string];

    const run = (line: string, GNUPGHOME: string, NOREN_BACKUP = backup) =>
      spawnSync('sh', ['-c', line], {
        cwd: folder,
        env: { ...process.env, GNUPGHOME, NOREN_BACKUP },
      }).status;

    try {
      writeFileSync(join(backup, 'a file'), 'of a borrower');

      const [exported = '', encrypt = '', decrypt = ''] = lines;
      expect(run(generate.replace('gpg', "gpg --batch --passphrase ''"), office)).toBe(0);
      expect(run(exported, office)).toBe(0);
      expect(run(encrypt, server)).toBe(0);
      expect(readFileSync(join(folder, 'noren.tar.gpg')).includes('of a borrower')).toBe(false);
      expect(run(decrypt, server, restored)).not.toBe(0);
      expect(run(decrypt, office, restored)).toBe(0);
      expect(readFileSync(join(restored, 'a file'), 'utf8')).toBe('of a borrower');
    } finally {
      for (const GNUPGHOME of [office, server])
        spawnSync('gpgconf', ['--kill', 'all'], { env: { ...process.env, GNUPGHOME } });
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
