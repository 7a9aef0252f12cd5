import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { oneHashKey } from '../../testing/one-hash-key.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { requireKeys } from './require-keys.ts';

const [field, hash, other] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const app = await useApp({ keys: { field, hash } });
const makeCrypto = (fieldKey: Buffer, hashKey: Buffer) =>
  makeFieldCrypto({ currentId: 1, byId: new Map([[1, fieldKey]]), hashes: oneHashKey(hashKey) });

describe.each([
  ['a start', false],
  ['a restore', true],
])('%s', (_, isThorough) => {
  const check = (fieldKey: Buffer, hashKey: Buffer) =>
    requireKeys({ db: app.deps.db, crypto: makeCrypto(fieldKey, hashKey) }, { isThorough });
  beforeAll(async () => void (await aSignedInUser(app)));

  test('takes the keys of the data', async () => {
    await expect(check(field, hash)).resolves.toBeUndefined();
  });

  test('refuses others, and names the setting', async () => {
    await expect(check(other, hash)).rejects.toThrow(
      'Field key 1 of this database is not among NOREN_FIELD_KEY',
    );
    await expect(check(field, other)).rejects.toThrow(
      'Hash key 1 of this database is not among NOREN_HASH_KEY',
    );
  });
});
