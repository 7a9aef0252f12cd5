import { randomBytes } from 'node:crypto';
import {
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileStoreError, fileAad } from '../../platform/ports/files.ts';
import { makeFileStore } from './file-store.ts';

const oldKey = randomBytes(32);
const newKey = randomBytes(32);
const owner = { aad: fileAad({ userId: 'u1', kind: 'panFront' }) };
const photo = randomBytes(50_000);
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'noren-files-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

const store = (current = 'k1', byId: Record<string, Buffer> = { k1: oldKey }) =>
  makeFileStore({ dir, keys: { current, byId } });
const toPath = (id: string) => join(dir, id.slice(0, 2), id.slice(2, 4), id);

test('a stored file is read back unchanged; the disk holds no plain text and no temporary file', async () => {
  const files = store();
  const id = await files.put(photo, owner);

  expect((await files.get(id, owner)).equals(photo)).toBe(true);

  const onDisk = await readFile(toPath(id));
  expect(onDisk.includes(photo.subarray(0, 32))).toBe(false);
  expect((await stat(toPath(id))).mode & 0o777).toBe(0o600);
  expect(await readdir(join(dir, id.slice(0, 2), id.slice(2, 4)))).toEqual([id]);
});

test('the same bytes are encrypted differently each time', async () => {
  const files = store();
  const [a, b] = [await files.put(photo, owner), await files.put(photo, owner)];
  expect(a).not.toBe(b);
  expect((await readFile(toPath(a))).equals(await readFile(toPath(b)))).toBe(false);
});

test('an empty file can be stored and read', async () => {
  const files = store();
  expect((await files.get(await files.put(Buffer.alloc(0), owner), owner)).length).toBe(0);
});

test('a file cannot be read with another owner or kind', async () => {
  const files = store();
  const id = await files.put(photo, owner);

  for (const binding of [
    { userId: 'u2', kind: 'panFront' },
    { userId: 'u1', kind: 'selfie' },
    { userId: 'u1panFront', kind: '' },
  ]) {
    await expect(files.get(id, { aad: fileAad(binding) })).rejects.toMatchObject({
      reason: 'not_authentic',
    });
  }
});

test('an altered byte in header, nonce, body or tag is detected, and so is a truncated file', async () => {
  const files = store();
  const id = await files.put(Buffer.from('short'), owner);
  const whole = await readFile(toPath(id));

  for (let at = 0; at < whole.length; at++) {
    const altered = Buffer.from(whole);
    altered[at] = altered[at]! ^ 1;
    await writeFile(toPath(id), altered);
    await expect(files.get(id, owner)).rejects.toMatchObject({
      reason: expect.stringMatching(/^(not_authentic|unknown_key)$/),
    });
  }

  await writeFile(toPath(id), whole);

  for (const size of [0, 3, 10, whole.length - 1]) {
    await truncate(toPath(id), size);
    await expect(files.get(id, owner)).rejects.toMatchObject({ reason: 'not_authentic' });
    await writeFile(toPath(id), whole);
  }
});

test('a file moved over another of the same owner cannot be read', async () => {
  const files = store();
  const [mine, other] = [await files.put(photo, owner), await files.put(randomBytes(10), owner)];
  await writeFile(toPath(mine), await readFile(toPath(other)));
  await expect(files.get(mine, owner)).rejects.toMatchObject({ reason: 'not_authentic' });
});

test('after key rotation old files are readable, new ones use the new key, a removed key is reported', async () => {
  const before = await store().put(photo, owner);
  const rotated = store('k2', { k1: oldKey, k2: newKey });

  expect((await rotated.get(before, owner)).equals(photo)).toBe(true);

  const after = await rotated.put(photo, owner);
  const onlyNew = store('k2', { k2: newKey });

  expect((await onlyNew.get(after, owner)).equals(photo)).toBe(true);
  await expect(onlyNew.get(before, owner)).rejects.toMatchObject({ reason: 'unknown_key' });
  await expect(store().get(after, owner)).rejects.toMatchObject({ reason: 'unknown_key' });
});

test('a file is encrypted again with the newest key alone, once, and stays bound to its owner', async () => {
  const id = await store().put(photo, owner);
  const both = store('k2', { k1: oldKey, k2: newKey });

  expect([await both.readKeyId(id), await both.reencrypt(id), await both.reencrypt(id)]).toEqual([
    'k1',
    true,
    false,
  ]);

  const onlyNew = store('k2', { k2: newKey });
  expect((await onlyNew.get(id, owner)).equals(photo)).toBe(true);
  await expect(onlyNew.get(id, { aad: 'another' })).rejects.toMatchObject({
    reason: 'not_authentic',
  });
  expect(await readdir(join(dir, id.slice(0, 2), id.slice(2, 4)))).toEqual([id]);
});

test('a file is read while it is encrypted again, and one that is removed meanwhile does not come back', async () => {
  const both = (archive?: (fileId: string) => Promise<void>) =>
    makeFileStore({
      dir,
      keys: { current: 'k2', byId: { k1: oldKey, k2: newKey } },
      ...(archive && { archive }),
    });

  const [kept, gone] = [await store().put(photo, owner), await store().put(photo, owner)];
  // Between the moment that the former content has another name and the one that the new one has
  // its own.
  const during = both(async (id) => {
    expect((await store().get(id, owner)).equals(photo)).toBe(true);
    if (id === gone) await both().remove(id);
  });

  expect(await Promise.all([during.reencrypt(kept), during.reencrypt(gone)])).toEqual([true, true]);
  expect((await both().get(kept, owner)).equals(photo)).toBe(true);
  await expect(both().get(gone, owner)).rejects.toMatchObject({ reason: 'not_found' });
  expect(await both().reencrypt(gone)).toBe(false);
});

test('a run that was killed half-way leaves the file readable, and the next one completes it', async () => {
  const id = await store().put(photo, owner);
  await rename(toPath(id), `${toPath(id)}.former`);

  const both = store('k2', { k1: oldKey, k2: newKey });
  expect((await both.get(id, owner)).equals(photo)).toBe(true);
  for await (const { fileIds } of both.list()) expect(fileIds).toEqual([id]);
  expect([await both.reencrypt(id), await both.readKeyId(id)]).toEqual([true, 'k2']);
  expect(await readdir(join(dir, id.slice(0, 2), id.slice(2, 4)))).toEqual([id]);
});

test('a removed, unknown or malformed id is not found, and removing twice is a no-op', async () => {
  const files = store();
  const id = await files.put(photo, owner);

  await files.remove(id);
  await files.remove(id);

  for (const gone of [id, 'f'.repeat(32), '../../etc/passwd', '', `${'a'.repeat(31)}/`]) {
    await expect(files.get(gone, owner)).rejects.toMatchObject({ reason: 'not_found' });
    await expect(files.get(gone, owner)).rejects.toBeInstanceOf(FileStoreError);
    await expect(files.remove(gone)).resolves.toBeUndefined();
  }
});

test('a key of the wrong length or a missing current key throws at start', () => {
  expect(() => store('k1', { k1: Buffer.alloc(16) })).toThrow(TypeError);
  expect(() => store('k9')).toThrow(TypeError);
  expect(() => store('toString')).toThrow(TypeError);
});

test('twenty concurrent files are all read back', async () => {
  const files = store();
  const blobs = Array.from({ length: 20 }, () => randomBytes(1000));
  const ids = await Promise.all(blobs.map((bytes) => files.put(bytes, owner)));
  const back = await Promise.all(ids.map((id) => files.get(id, owner)));

  expect(back.every((bytes, i) => bytes.equals(blobs[i]!))).toBe(true);
});
