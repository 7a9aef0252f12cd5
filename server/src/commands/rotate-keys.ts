import { parseArgs } from 'node:util';
import { openFileStore } from '../open-files.ts';
import { ENCRYPTED_TABLES } from '../people/encryption/encrypted-fields.ts';
import { type KeyRotation, readNewestRotation } from '../people/encryption/key-rotation-store.ts';
import { beginRotation, type RotationDeps, rotateKeys } from '../people/encryption/rotate-keys.ts';
import { readDatabaseNow } from '../platform/clock/clock-store.ts';
import { readConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { makeFieldCrypto } from '../platform/crypto/field-crypto.ts';
import { loadKeys } from '../platform/crypto/keys.ts';
import { makeCommandPool, makeDb } from '../platform/db/db.ts';
import { makeLog } from '../platform/log.ts';
import { appendStaffAct } from '../platform/staff/audit-chain-store.ts';
import { countHashesByKey } from '../processes/key-rotation/hash-move-store.ts';
import { HASHED_COLUMNS } from '../processes/key-rotation/hashed-columns.ts';
import { adviseUnused, readKeyUse } from '../processes/key-rotation/key-use.ts';
import { moveHashes } from '../processes/key-rotation/move-hashes.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run rotate-keys`: encrypts every field and file with the newest field key and hashes every
 * keyed hash with the newest hash key while the program runs, and shows how far it is; stopped, it
 * goes on where it was. `-- --check` only says what each key is still needed for.
 */
await runCommand(run);

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
  const config = readConfig(process.env);
  const db = makeDb(makeCommandPool(config.DATABASE_URL, 2, 'noren rotate keys'));

  try {
    const { fields } = await loadKeys(config);
    const log = makeLog(config);
    const now = await readDatabaseNow(db);
    const files = openFileStore(config, fields, (err) =>
      log.error({ err }, 'a file was not copied to NOREN_BACKUP'),
    );
    const deps = { db, crypto: makeFieldCrypto(fields), files, log, now: () => now };

    if (!values.check) await rotate(deps);

    return await printUse(deps);
  } finally {
    await db.destroy();
  }
}

async function rotate(deps: RotationDeps): Promise<void> {
  const { keyIds, hashKeyIds } = deps.crypto;
  const hasOlderHashKey = hashKeyIds.stored.some((id) => id < hashKeyIds.current);
  if (keyIds.older.length === 0 && !hasOlderHashKey)
    throw new ConfigError(
      'There is one key only: set a new NOREN_FIELD_KEY under a new id and the old one in NOREN_FIELD_KEYS_OLD, or a new NOREN_HASH_KEY and the old one in NOREN_HASH_KEYS_OTHER.',
    );

  let shown = '';

  const show = (line: string) => {
    if (line !== shown) console.info(line);
    shown = line;
  };

  if (keyIds.older.length > 0) {
    const rotationId = await beginOrJoin(deps, 'fields', keyIds.current);
    await rotateKeys(deps, { rotationId }, ({ tablesDone, fields, files }) =>
      show(`${tablesDone} of ${ENCRYPTED_TABLES.length} tables, ${fields} fields, ${files} files`),
    );
  }

  if (hasOlderHashKey) {
    const rotationId = await beginOrJoin(deps, 'hashes', hashKeyIds.current);
    await moveHashes(
      deps,
      { rotationId },
      {
        onProgress: ({ tablesDone, fields }) =>
          show(`${tablesDone} of ${HASHED_COLUMNS.length} columns, ${fields} hashes`),
      },
    );
  }
}

/** Goes on with a rotation that runs. */
async function beginOrJoin(
  { db, now }: RotationDeps,
  what: KeyRotation['what'],
  keyId: number,
): Promise<string> {
  const begun = await db.transaction().execute(async (tx) => {
    const rotationId = await beginRotation(tx, { what, requestId: null, keyId, now: now() });
    if (rotationId !== null)
      await appendStaffAct(tx, {
        at: now(),
        staffId: null,
        action: 'keys_rotated_by_command',
        subject: rotationId,
      });

    return rotationId;
  });
  const rotationId = begun ?? (await readNewestRotation(db, what))?.rotationId;
  if (rotationId === undefined) throw new Error('no rotation was begun, and none runs');

  return rotationId;
}

/** @returns 1 while an older key is needed for something that is stored */
async function printUse(deps: RotationDeps): Promise<number> {
  const results = [await printFieldKeys(deps), await printHashKeys(deps)];
  return Math.max(...results);
}

async function printHashKeys({ db, crypto }: RotationDeps): Promise<number> {
  const { current, stored } = crypto.hashKeyIds;
  const uses = await countHashesByKey(db);

  for (const { keyId, hashes } of uses) console.info(`hash key ${keyId}: ${hashes} hashes`);

  const unused = stored.filter((id) => id < current && !uses.some(({ keyId }) => keyId === id));
  if (unused.length > 0)
    console.info(
      `No hash ends with hash key ${unused.join(', ')}: move it from NOREN_HASH_KEYS_OTHER to NOREN_HASH_KEYS_RETIRED. The newer key is built on it: never lose it.`,
    );

  return uses.some(({ keyId }) => keyId < current) ? 1 : 0;
}

async function printFieldKeys(deps: RotationDeps): Promise<number> {
  const { current, older } = deps.crypto.keyIds;
  const uses = await readKeyUse(deps);

  for (const { keyId, fields, files, answers } of uses)
    console.info(`key ${keyId}: ${fields} fields, ${files} files, ${answers} stored answers`);

  const unused = older.filter((id) => !uses.some(({ keyId }) => keyId === id));
  for (const line of adviseUnused(current, unused)) console.info(line);

  return uses.some(({ keyId }) => keyId !== current) ? 1 : 0;
}
