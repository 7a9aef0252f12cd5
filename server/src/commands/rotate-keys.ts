import { parseArgs } from 'node:util';
import { openFileStore } from '../open-files.ts';
import { ENCRYPTED_TABLES } from '../operations/keys/encrypted-fields.ts';
import { readNewestRotation } from '../operations/keys/key-rotation-store.ts';
import { readKeyUse } from '../operations/keys/key-use.ts';
import { beginRotation, type RotationDeps, rotateKeys } from '../operations/keys/rotate-keys.ts';
import { readDatabaseNow } from '../platform/clock/clock-store.ts';
import { readConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { makeFieldCrypto } from '../platform/crypto/field-crypto.ts';
import { loadKeys } from '../platform/crypto/keys.ts';
import { makeDb, makePool } from '../platform/db/db.ts';
import { makeLog } from '../platform/log.ts';
import { appendStaffAct } from '../platform/staff/audit-chain-store.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run rotate-keys`: encrypts every field and file with the newest key while the program runs, and shows how far it
 * is; stopped, it goes on where it was. `-- --check` only says what each key still opens.
 */
await runCommand(run);

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
  const config = readConfig(process.env);
  const db = makeDb(makePool(config.DATABASE_URL, 2, () => undefined, 'noren rotate keys'));
  try {
    const { fields } = await loadKeys(config);
    const log = makeLog(config);
    const now = await readDatabaseNow(db);
    const files = openFileStore(config, fields, (err) => log.error({ err }, 'a file was not copied to NOREN_BACKUP'));
    const deps = { db, crypto: makeFieldCrypto(fields), files, log, now: () => now };
    if (!values.check) await rotate(deps);
    return await printUse(deps);
  } finally {
    await db.destroy();
  }
}

async function rotate(deps: RotationDeps): Promise<void> {
  const { current, older } = deps.crypto.keyIds;
  if (older.length === 0)
    throw new ConfigError(
      'There is one key only: set a new NOREN_FIELD_KEY under a new id, the old one in NOREN_FIELD_KEYS_OLD.',
    );
  const rotationId = await beginOrJoin(deps, current);
  let shown = '';
  await rotateKeys(deps, { rotationId }, ({ tablesDone, fields, files }) => {
    const line = `${tablesDone} of ${ENCRYPTED_TABLES.length} tables, ${fields} fields, ${files} files`;
    if (line !== shown) console.info(line);
    shown = line;
  });
}

/** Goes on with a rotation that runs. */
async function beginOrJoin({ db, now }: RotationDeps, keyId: number): Promise<string> {
  const begun = await db.transaction().execute(async (tx) => {
    const rotationId = await beginRotation(tx, { requestId: null, keyId, now: now() });
    if (rotationId !== null)
      await appendStaffAct(tx, { at: now(), staffId: null, action: 'keys_rotated_by_command', subject: rotationId });
    return rotationId;
  });
  const rotationId = begun ?? (await readNewestRotation(db))?.rotationId;
  if (rotationId === undefined) throw new Error('no rotation was begun, and none runs');
  return rotationId;
}

/** @returns 1 while an older key opens something */
async function printUse(deps: RotationDeps): Promise<number> {
  const { current, older } = deps.crypto.keyIds;
  const uses = await readKeyUse(deps);
  for (const { keyId, fields, files, answers } of uses)
    console.info(`key ${keyId}: ${fields} fields, ${files} files, ${answers} stored answers`);
  const unused = older.filter((id) => !uses.some(({ keyId }) => keyId === id));
  if (unused.length > 0)
    console.info(
      `Nothing here uses key ${unused.join(', ')}: take it out of NOREN_FIELD_KEYS_OLD; keep it with the backups made under it.`,
    );
  return uses.some(({ keyId }) => keyId !== current) ? 1 : 0;
}
