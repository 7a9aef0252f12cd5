import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, FileStoreError } from '../../platform/ports/files.ts';

type FileKeys = { current: string; byId: Readonly<Record<string, Buffer>> };

const MAGIC = Buffer.from('NRF1', 'ascii');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/**
 * Files on disk under AES-256-GCM. Layout: magic, key id length, key id, nonce, ciphertext, tag.
 * The header, the file's own id and the caller's text are authenticated: a file moved over another cannot be read.
 */
export function makeFileStore(options: { dir: string; keys: FileKeys }): FileStore {
  const { dir, keys } = options;
  checkKeys(keys);
  const pathOf = (fileId: string): string => join(dir, fileId.slice(0, 2), fileId.slice(2, 4), fileId);

  return {
    async put(bytes, { aad }) {
      const fileId = randomBytes(16).toString('hex');
      await writeWhole(pathOf(fileId), seal(bytes, { keys, fileId, aad }));
      return fileId;
    },
    async get(fileId, { aad }) {
      if (!isFileId(fileId)) throw new FileStoreError('not_found');
      const sealed = await readFile(pathOf(fileId)).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOENT') throw new FileStoreError('not_found');
        throw cause;
      });
      return unseal(sealed, { keys, fileId, aad });
    },
    async remove(fileId) {
      if (!isFileId(fileId)) return;
      await rm(pathOf(fileId), { force: true });
    },
  };
}

function checkKeys(keys: FileKeys): void {
  for (const [id, key] of Object.entries(keys.byId)) {
    if (!/^[\x21-\x7e]{1,64}$/.test(id)) throw new TypeError('a file key id is 1 to 64 printable characters');
    if (key.length !== 32) throw new TypeError(`file key ${id} must be 32 bytes`);
  }
  if (!Object.hasOwn(keys.byId, keys.current)) throw new TypeError('the current file key is not among the keys');
}

// Ids are made only here; anything else could be a path outside the folder.
function isFileId(fileId: string): boolean {
  return /^[0-9a-f]{32}$/.test(fileId);
}

function additionalData(header: Buffer, fileId: string, aad: string): Buffer {
  return Buffer.concat([header, Buffer.from(fileId, 'ascii'), Buffer.from(aad, 'utf8')]);
}

function seal(bytes: Uint8Array, { keys, fileId, aad }: { keys: FileKeys; fileId: string; aad: string }): Buffer {
  const id = Buffer.from(keys.current, 'ascii');
  const header = Buffer.concat([MAGIC, Buffer.from([id.length]), id]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keys.byId[keys.current]!, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(additionalData(header, fileId, aad));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([header, nonce, body, cipher.getAuthTag()]);
}

function unseal(sealed: Buffer, { keys, fileId, aad }: { keys: FileKeys; fileId: string; aad: string }): Buffer {
  const idLength = sealed[MAGIC.length] ?? 0;
  const headerEnd = MAGIC.length + 1 + idLength;
  const bodyStart = headerEnd + NONCE_BYTES;
  if (sealed.length < bodyStart + TAG_BYTES || !sealed.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new FileStoreError('not_authentic');
  }
  const keyId = sealed.subarray(MAGIC.length + 1, headerEnd).toString('ascii');
  if (!Object.hasOwn(keys.byId, keyId)) throw new FileStoreError('unknown_key');
  const nonce = sealed.subarray(headerEnd, bodyStart);
  const decipher = createDecipheriv(CIPHER, keys.byId[keyId]!, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(additionalData(sealed.subarray(0, headerEnd), fileId, aad));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const plain = decipher.update(sealed.subarray(bodyStart, sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    throw new FileStoreError('not_authentic');
  }
}

// Atomic: a reader sees the whole file or none. Written to a temporary file, synced, renamed, and the folder synced.
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
