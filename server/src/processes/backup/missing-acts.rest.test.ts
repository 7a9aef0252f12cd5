import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeDb, makePool } from '../../platform/db/db.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { takeDatabase } from '../../testing/databases.ts';

test('a restore prints what staff did after the point, read from the database that was replaced', async () => {
  const [restored, former] = [await takeDatabase(), await takeDatabase()];
  const folder = await mkdtemp(join(tmpdir(), 'noren-restore-'));
  const at = Date.UTC(2026, 10, 24, 4, 30);

  const act = async ({ url }: { url: string }, subject: string) => {
    const db = makeDb(makePool(url, 1, () => undefined));
    await db
      .transaction()
      .execute((tx) =>
        appendStaffAct(tx, { at, staffId: null, action: 'keys_rotated_by_command', subject }),
      );
    await db.destroy();
  };

  const [before, after] = [randomUUID(), randomUUID()];
  try {
    for (const database of [restored, former]) await act(database, before);
    await act(former, after);

    const env = {
      ...process.env,
      NOREN_FORMER_DATABASE_URL: former.url,
      ...{ DATABASE_URL: restored.url, NOREN_DATA: folder, NOREN_LOG_LEVEL: 'silent' },
      ...{
        NOREN_FIELD_KEY: randomBytes(32).toString('base64'),
        NOREN_HASH_KEY: randomBytes(32).toString('base64'),
      },
    };
    const script = fileURLToPath(new URL('../../commands/restore.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env });

    expect(stdout).toContain(
      'The last act of staff in it is number 1: what they did after it is not repeated.',
    );
    expect(stdout.match(/^not repeated: .*$/gm)).toEqual([
      `not repeated: 2 2026-11-24T04:30:00.000Z keys_rotated_by_command by a command, subject ${after}`,
    ]);
  } finally {
    await restored.release();
    await former.release();
    await rm(folder, { recursive: true });
  }
});
