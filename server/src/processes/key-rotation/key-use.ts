import { ENCRYPTED_TABLES } from '../../people/encryption/encrypted-fields.ts';
import { countByKey } from '../../people/encryption/key-rotation-store.ts';
import type { Deps } from '../../platform/deps.ts';

/** What a field key still opens. */
export interface KeyUse {
  readonly keyId: number;
  readonly fields: number;
  readonly files: number;
  /** Stored answers of calls, deleted after a week. */
  readonly answers: number;
}

/**
 * What to do with keys that open nothing here. One that is newer than the key that encrypts is not
 * left over: every process is given it before the first encrypts with it.
 */
export function adviseUnused(current: number, unused: readonly number[]): string[] {
  const [older, newer] = [unused.filter((id) => id < current), unused.filter((id) => id > current)];

  return [
    ...(older.length > 0
      ? [
          `Nothing here uses key ${older.join(', ')}: take it out of NOREN_FIELD_KEYS_OLD; keep it with the backups made under it.`,
        ]
      : []),
    ...(newer.length > 0
      ? [
          `Key ${newer.join(', ')} is newer than key ${current}, which encrypts: once every process has it, make it NOREN_FIELD_KEY.`,
        ]
      : []),
  ];
}

/**
 * What each key still opens, by the newest key first; reads every table and the header of every
 * file.
 */
export async function readKeyUse({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<KeyUse[]> {
  const uses = new Map<number, { fields: number; files: number; answers: number }>();

  const ensureUse = (keyId: number) => {
    const use = uses.get(keyId) ?? { fields: 0, files: 0, answers: 0 };
    uses.set(keyId, use);
    return use;
  };

  for (const { table, columns } of ENCRYPTED_TABLES)
    for (const column of columns)
      for (const { keyId, count } of await countByKey(db, table, column))
        ensureUse(keyId).fields += count;

  for (const { keyId, count } of await countByKey(db, 'idempotency_keys', 'answer_enc'))
    ensureUse(keyId).answers += count;
  for await (const { fileIds } of files.list())
    for (const fileId of fileIds) ensureUse(Number(await files.readKeyId(fileId))).files++;

  return [...uses].map(([keyId, use]) => ({ keyId, ...use })).sort((a, b) => b.keyId - a.keyId);
}
