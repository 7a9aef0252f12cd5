import { isCurrentSession, OFFLINE_DATABASE, readSession } from '../session/session.ts';

/** An order's details for offline use, as they were at `seenAt` (UTC milliseconds). */
export interface CachedOrder {
  seenAt: number;
  repayId: string;
  productName: string;
  principalPaise: number;
  owedPaise: number;
  /** As of `seenAt`. */
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
 * Stores the last order for an offline start, encrypted with a non-extractable key; null deletes
 * it. Order and key are deleted with the session (`clearSession`). Where the browser refuses
 * storage, nothing is cached.
 */
export async function cacheLastOrder(order: CachedOrder | null): Promise<void> {
  const { userInfo } = readSession();
  if (!userInfo) return;

  try {
    if (!canCache()) return;
    if (order === null)
      return void (await runInStore('readwrite', (store) => store.delete('order')));

    const key = (await readKey()) ?? (await createKey());
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt(
      { ...ALGORITHM, iv },
      key,
      new TextEncoder().encode(JSON.stringify(order)),
    );
    const row: Row = { userId: userInfo.userId, iv, sealed };

    // The user may have signed out meanwhile, here or in another tab.
    if (isCurrentSession()) await runInStore('readwrite', (store) => store.put(row, 'order'));
  } catch (cause) {
    console.warn('The last order could not be cached', cause);
  }
}

/** The signed-in user's cached order; null when there is none, or it cannot be read. */
export async function readCachedOrder(): Promise<CachedOrder | null> {
  const { userInfo } = readSession();
  if (!userInfo) return null;

  try {
    if (!canCache()) return null;

    const key = await readKey();
    const row = (await runInStore('readonly', (store) => store.get('order'))) as Row | undefined;
    if (!key || row?.userId !== userInfo.userId) return null;

    const plain = await crypto.subtle.decrypt({ ...ALGORITHM, iv: row.iv }, key, row.sealed);
    return JSON.parse(new TextDecoder().decode(plain)) as CachedOrder;
  } catch (cause) {
    console.warn('The cached order could not be read', cause);
    return null;
  }
}

/** Encryption needs a secure context, and private modes may have no IndexedDB. */
const canCache = (): boolean => Boolean(globalThis.crypto?.subtle && globalThis.indexedDB);

async function readKey(): Promise<CryptoKey | undefined> {
  return (await runInStore('readonly', (store) => store.get('key'))) as CryptoKey | undefined;
}

async function createKey(): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt']);
  await runInStore('readwrite', (store) => store.put(key, 'key'));
  return key;
}

/**
 * Opens a connection for each request: an open connection would block deleting the database at
 * log-out.
 */
async function runInStore(
  mode: IDBTransactionMode,
  makeRequest: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = indexedDB.open(OFFLINE_DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);

  const database = (await awaitRequest(opening)) as IDBDatabase;
  try {
    return await awaitRequest(makeRequest(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function awaitRequest(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
