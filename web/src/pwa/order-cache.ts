import { isCurrentSession, OFFLINE_DATABASE, readSession } from '../session/session.ts';

/** What is shown of an order without a network: as it was seen, with its time (UTC ms). */
export interface CachedOrder {
  seenAt: number;
  productName: string;
  principalPaise: number;
  owedPaise: number;
  /** Days late, as of then. */
  overdueDays: number;
  dueDay: string | null;
  appliedAt: number;
}

interface Row {
  userId: string;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

const STORE = 'kept';
const ALGORITHM = { name: 'AES-GCM', length: 256 };

/**
 * Keeps the last order for a start without a network, encrypted under a key that scripts can use and never read, or lets
 * go of it (null). Both are gone with the session (`clearSession`). Where the browser refuses, nothing is kept.
 */
export async function cacheLastOrder(order: CachedOrder | null): Promise<void> {
  const { userInfo } = readSession();
  if (!userInfo) return;
  try {
    if (!canKeep()) return;
    if (order === null) return void (await inStore('readwrite', (store) => store.delete('order')));
    const key = (await readKey()) ?? (await makeKey());
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt(
      { ...ALGORITHM, iv },
      key,
      new TextEncoder().encode(JSON.stringify(order)),
    );
    const row: Row = { userId: userInfo.userId, iv, sealed };
    // Signed out meanwhile, here or in another tab: then nothing may be kept any more.
    if (isCurrentSession()) await inStore('readwrite', (store) => store.put(row, 'order'));
  } catch (cause) {
    console.warn('The last order could not be kept', cause);
  }
}

/** The last order seen on this phone by who is signed in now; null when there is none, or it cannot be read. */
export async function readCachedOrder(): Promise<CachedOrder | null> {
  const { userInfo } = readSession();
  if (!userInfo) return null;
  try {
    if (!canKeep()) return null;
    const key = await readKey();
    const row = (await inStore('readonly', (store) => store.get('order'))) as Row | undefined;
    if (!key || row?.userId !== userInfo.userId) return null;
    const plain = await crypto.subtle.decrypt({ ...ALGORITHM, iv: row.iv }, key, row.sealed);
    return JSON.parse(new TextDecoder().decode(plain)) as CachedOrder;
  } catch (cause) {
    console.warn('The last order could not be read', cause);
    return null;
  }
}

/** Without a secure context nothing is encrypted, and not every browser has a database in every mode. */
const canKeep = (): boolean => Boolean(globalThis.crypto?.subtle && globalThis.indexedDB);

async function readKey(): Promise<CryptoKey | undefined> {
  return (await inStore('readonly', (store) => store.get('key'))) as CryptoKey | undefined;
}

async function makeKey(): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt']);
  await inStore('readwrite', (store) => store.put(key, 'key'));
  return key;
}

/** One request in a connection of its own: a connection left open would keep log-out from deleting the database. */
async function inStore(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opening = indexedDB.open(OFFLINE_DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = (await answerOf(opening)) as IDBDatabase;
  try {
    return await answerOf(ask(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function answerOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
