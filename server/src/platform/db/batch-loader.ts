/** How many batches of one loader may run at once: while one hangs, the other still answers. */
const MAX_RUNNING = 2;
/** Keys in one statement at most. */
const MAX_BATCH = 100;

interface WaitingKey<Found> {
  readonly key: string;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

/**
 * Loads many keys with few statements. Keys requested in one turn of the event loop are loaded
 * together; those requested while {@link MAX_RUNNING} batches run wait, and are loaded together
 * after one of them. A key is always loaded by a statement sent after the key was requested.
 * @param loadAll returns the values of the keys that exist
 * @param mayConcernSome whether an error may concern only some keys of the batch: each key is then
 * loaded again by itself. Otherwise the error rejects the whole batch.
 */
export function makeBatchLoader<Found>(
  loadAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
  mayConcernSome: (error: unknown) => Promise<boolean> = async () => false,
): (key: string) => Promise<Found | undefined> {
  const waiting: WaitingKey<Found>[] = [];
  let running = 0;
  let isScheduled = false;

  const sendLater = (): void => {
    if (isScheduled || running >= MAX_RUNNING || waiting.length === 0) return;

    isScheduled = true;
    // After the other requests of this turn were read.
    setImmediate(() => {
      isScheduled = false;
      void send(waiting.splice(0, MAX_BATCH));
      sendLater();
    });
  };

  const send = async (batch: readonly WaitingKey<Found>[]): Promise<void> => {
    running += 1;
    try {
      const found = await loadAll([...new Set(batch.map(({ key }) => key))]);
      for (const { key, resolve } of batch) resolve(found.get(key));
    } catch (error) {
      if (batch.length > 1 && (await mayConcernSome(error).catch(() => false)))
        await Promise.all(batch.map((one) => send([one])));
      else for (const { reject } of batch) reject(error);
    } finally {
      running -= 1;
      sendLater();
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      sendLater();
    });
}
