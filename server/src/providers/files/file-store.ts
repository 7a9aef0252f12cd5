import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileStore, FileStoreError } from '../../platform/ports/files.ts';
import { readFolders, toFolder } from './file-folders.ts';
import { isMissing, writeWhole } from './whole-file.ts';

type FileKeys = { current: string; byId: Readonly<Record<string, Buffer>> };

const MAGIC = Buffer.from('NRF2', 'ascii');
const BINDING_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const FILE_ID = /^[0-9a-f]{32}$/;
const FORMER = /\.former$/;

/**
 * Files on disk under AES-256-GCM. Layout: magic, key id length, key id, binding, nonce,
 * ciphertext, tag. The binding is the hash of the file's own id and of the caller's text, so a file
 * moved over another cannot be read. It is stored, so that a file can be encrypted with another key
 * by who does not know the text.
 * @param options.archive copies each new file beside the backups; it never throws
 */
export function makeFileStore(options: {
  dir: string;
  keys: FileKeys;
  archive?: (fileId: string, sealed: Buffer) => Promise<void>;
}): FileStore {
  const { dir, keys, archive } = options;
  checkKeys(keys);

  const toPath = (fileId: string): string => join(dir, toFolder(fileId), fileId);
  const toFormerPath = (fileId: string): string => `${toPath(fileId)}.former`;

  const read = async (fileId: string): Promise<Buffer> => {
    if (!isFileId(fileId)) throw new FileStoreError('not_found');

    // While a file is encrypted again its former content has another name for a moment.
    for (const path of [toPath(fileId), toFormerPath(fileId), toPath(fileId)]) {
      const sealed = await readFile(path).catch(ignoreMissing);
      if (sealed) return sealed;
    }

    throw new FileStoreError('not_found');
  };

  const write = async (fileId: string, sealed: Buffer): Promise<void> => {
    await archive?.(fileId, sealed);
    await writeWhole(toPath(fileId), sealed);
  };

  return {
    async put(bytes, { aad }) {
      const fileId = randomBytes(16).toString('hex');
      await write(fileId, seal(bytes, keys, hashBinding(fileId, aad)));
      return fileId;
    },
    async get(fileId, { aad }) {
      const parts = parse(await read(fileId));
      if (!timingSafeEqual(parts.binding, hashBinding(fileId, aad)))
        throw new FileStoreError('not_authentic');
      return unseal(parts, keys);
    },
    async remove(fileId) {
      if (!isFileId(fileId)) return;
      await rm(toPath(fileId), { force: true });
      await rm(toFormerPath(fileId), { force: true });
    },
    async *list(after) {
      for await (const { folder, names } of readFolders(dir, after)) {
        const fileIds = names.map((name) => name.replace(FORMER, '')).filter(isFileId);
        yield { folder, fileIds: [...new Set(fileIds)] };
      }
    },
    readKeyId: async (fileId) => parse(await read(fileId)).keyId,
    async reencrypt(fileId) {
      const sealed = await read(fileId).catch((error: unknown) => {
        if (error instanceof FileStoreError && error.reason === 'not_found') return null;
        throw error;
      });
      if (!sealed) return false;

      const parts = parse(sealed);
      if (parts.keyId === keys.current) {
        // Of a run that was interrupted.
        await rm(toFormerPath(fileId), { force: true });
        return false;
      }

      const path = toPath(fileId);
      const former = toFormerPath(fileId);

      await rename(path, former).catch(ignoreMissing);
      await write(fileId, seal(unseal(parts, keys), keys, parts.binding));
      // Gone when the file was removed meanwhile: then nothing of it may stay.
      if (!(await unlinkIfThere(former))) await rm(path, { force: true });

      return true;
    },
  };
}

function checkKeys(keys: FileKeys): void {
  for (const [id, key] of Object.entries(keys.byId)) {
    if (!/^[\x21-\x7e]{1,64}$/.test(id))
      throw new TypeError('a file key id is 1 to 64 printable characters');
    if (key.length !== 32) throw new TypeError(`file key ${id} must be 32 bytes`);
  }

  if (!Object.hasOwn(keys.byId, keys.current))
    throw new TypeError('the current file key is not among the keys');
}

function ignoreMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

async function unlinkIfThere(path: string): Promise<boolean> {
  return unlink(path)
    .then(() => true, ignoreMissing)
    .then((done) => done === true);
}

// Ids are made only here; anything else could be a path outside the folder.
function isFileId(fileId: string): boolean {
  return FILE_ID.test(fileId);
}

function hashBinding(fileId: string, aad: string): Buffer {
  return createHash('sha256').update(fileId, 'ascii').update(aad, 'utf8').digest();
}

function seal(bytes: Uint8Array, keys: FileKeys, binding: Buffer): Buffer {
  const id = Buffer.from(keys.current, 'ascii');
  const header = Buffer.concat([MAGIC, Buffer.from([id.length]), id, binding]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keys.byId[keys.current]!, nonce, {
    authTagLength: TAG_BYTES,
  });

  cipher.setAAD(header);

  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([header, nonce, body, cipher.getAuthTag()]);
}

interface SealedParts {
  readonly keyId: string;
  readonly binding: Buffer;
  readonly header: Buffer;
  readonly nonce: Buffer;
  readonly body: Buffer;
  readonly tag: Buffer;
}

function parse(sealed: Buffer): SealedParts {
  const idEnd = MAGIC.length + 1 + (sealed[MAGIC.length] ?? 0);
  const headerEnd = idEnd + BINDING_BYTES;
  const bodyStart = headerEnd + NONCE_BYTES;
  if (sealed.length < bodyStart + TAG_BYTES || !sealed.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new FileStoreError('not_authentic');
  }

  return {
    keyId: sealed.subarray(MAGIC.length + 1, idEnd).toString('ascii'),
    binding: sealed.subarray(idEnd, headerEnd),
    header: sealed.subarray(0, headerEnd),
    nonce: sealed.subarray(headerEnd, bodyStart),
    body: sealed.subarray(bodyStart, sealed.length - TAG_BYTES),
    tag: sealed.subarray(sealed.length - TAG_BYTES),
  };
}

function unseal({ keyId, header, nonce, body, tag }: SealedParts, keys: FileKeys): Buffer {
  if (!Object.hasOwn(keys.byId, keyId)) throw new FileStoreError('unknown_key');

  const decipher = createDecipheriv(CIPHER, keys.byId[keyId]!, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(header);
  decipher.setAuthTag(tag);

  const plain = decipher.update(body);
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    throw new FileStoreError('not_authentic');
  }
}
