import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { FieldKeys } from './field-crypto.ts';
import {
  makeSealer,
  makeSealKeyText,
  noSealer,
  readSealKey,
  type Sealer,
  type SealKeyPair,
} from './sealing.ts';

interface KeyTexts {
  field: string;
  hash: string;
  seal: string;
  /** Of Web Push, base64url; a sandbox of before it has none. */
  vapid?: { publicKey: string; privateKey: string };
}

/**
 * The keys of the configuration; a sandbox without them makes its own once and keeps them in its
 * data folder.
 */
export async function loadKeys(config: Config): Promise<{
  fields: FieldKeys;
  sealer: Sealer;
  ownPushKey: string | null;
  sandboxHashKey: Buffer;
}> {
  const own = config.isSandbox ? await sandboxKeys(config.NOREN_DATA) : null;

  const text = (given: string | undefined, made: string | undefined, name: string): string => {
    const value = given ?? made;
    if (value === undefined) throw new ConfigError(`${name} is missing`);
    return value;
  };

  const byId = readKeyList(config.NOREN_FIELD_KEYS_OLD);
  const fieldKey = Buffer.from(
    text(config.NOREN_FIELD_KEY, own?.field, 'NOREN_FIELD_KEY'),
    'base64',
  );

  byId.set(config.NOREN_FIELD_KEY_ID, fieldKey);

  const hashKey = Buffer.from(text(config.NOREN_HASH_KEY, own?.hash, 'NOREN_HASH_KEY'), 'base64');
  const retired = readKeyList(config.NOREN_HASH_KEYS_RETIRED);
  const hashes = {
    currentId: config.NOREN_HASH_KEY_ID,
    byId: joinKeys(
      [[config.NOREN_HASH_KEY_ID, hashKey]],
      readKeyList(config.NOREN_HASH_KEYS_OTHER),
      retired,
    ),
    retired: new Set(retired.keys()),
  };

  return {
    fields: { currentId: config.NOREN_FIELD_KEY_ID, byId, hashes },
    sealer: await loadSealer(config, own),
    sandboxHashKey: hashKey,
    ownPushKey: own?.vapid?.publicKey ?? null,
  };
}

/** Keys written `id:base64key,…`. */
function readKeyList(text: string | undefined): Map<number, Buffer> {
  const pairs = text?.split(',') ?? [];

  return joinKeys(
    pairs.map((pair) => {
      const [id, key = ''] = pair.split(':');
      return [Number(id), Buffer.from(key, 'base64')];
    }),
  );
}

/** @throws ConfigError when two keys have one id */
function joinKeys(...lists: Iterable<readonly [number, Buffer]>[]): Map<number, Buffer> {
  const joined = new Map<number, Buffer>();
  for (const list of lists)
    for (const [id, key] of list) {
      if (joined.has(id)) throw new ConfigError(`two keys of one kind have the id ${id}`);
      joined.set(id, key);
    }

  return joined;
}

/** The keys that open sealed requests; none in a process that answers no such requests. */
async function loadSealer(config: Config, own: KeyTexts | null): Promise<Sealer> {
  const text = config.NOREN_SEAL_KEY ?? own?.seal;
  if (text === undefined) return noSealer;

  const current = await makeSealPair(text, 'NOREN_SEAL_KEY');
  const old = config.NOREN_SEAL_KEY_OLD
    ? [await makeSealPair(config.NOREN_SEAL_KEY_OLD, 'NOREN_SEAL_KEY_OLD')]
    : [];

  return makeSealer([current, ...old]);
}

async function makeSealPair(text: string, name: string): Promise<SealKeyPair> {
  try {
    return await readSealKey(text);
  } catch {
    // The key's own text must not reach a log, so the cause is left out.
    throw new ConfigError(`${name} is not usable: it is written id.pkcs8.point`);
  }
}

async function sandboxKeys(dataDir: string): Promise<KeyTexts> {
  const path = join(dataDir, 'sandbox-keys.json');
  const kept = await readKeyTexts(path);
  if (kept?.vapid) return kept;

  const made: KeyTexts = {
    field: randomBytes(32).toString('base64'),
    hash: randomBytes(32).toString('base64'),
    seal: await makeSealKeyText(`s${randomBytes(4).toString('hex')}`),
    ...kept,
    vapid: makeVapidKeys(),
  };
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(made), { mode: 0o600 });
  await rename(`${path}.new`, path);

  return made;
}

async function readKeyTexts(path: string): Promise<KeyTexts | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as KeyTexts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/**
 * A P-256 pair as browsers and push services want it: the point uncompressed, both base64url (RFC
 * 8292).
 */
function makeVapidKeys(): { publicKey: string; privateKey: string } {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([
    Buffer.of(4),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ]);

  return { publicKey: point.toString('base64url'), privateKey: d };
}
