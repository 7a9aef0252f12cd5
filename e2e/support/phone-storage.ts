import type { Page } from '@playwright/test';

/**
 * What the app stores on a phone besides cookies, as text; `addresses` are those of the cached
 * files.
 */
export interface PhoneStorage {
  databases: string[];
  addresses: string[];
  caches: string;
  session: string;
}

export function readPhoneStorage(page: Page): Promise<PhoneStorage> {
  return page.evaluate(async () => {
    const responses: string[] = [];
    const addresses: string[] = [];

    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true });
        addresses.push(request.url);
        responses.push((await answer?.text()) ?? '');
      }
    }

    return {
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
      addresses,
      caches: responses.join('\n'),
      session: JSON.stringify({ ...sessionStorage, ...localStorage }),
    };
  });
}

/**
 * What an inspection of the phone shows of the last order: its plain fields, and whether its key
 * can be exported.
 */
export function readSealedOrder(
  page: Page,
): Promise<{ fields: string[]; isKeyOut: boolean } | null> {
  return page.evaluate(async () => {
    const awaitRequest = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });

    if (!(await indexedDB.databases()).some(({ name }) => name === 'noren-kept')) return null;

    const database = await awaitRequest(indexedDB.open('noren-kept'));
    try {
      const store = database.transaction('kept').objectStore('kept');
      const [order, key] = await Promise.all([
        awaitRequest(store.get('order')),
        awaitRequest(store.get('key')),
      ]);

      return order && { fields: Object.keys(order).sort(), isKeyOut: key.extractable };
    } finally {
      database.close();
    }
  });
}
