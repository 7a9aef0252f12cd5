/** Statements of one loader that may run at once: should one hang, the other still runs. */
const MAX_RUNNING = 2;
/** Keys in one statement at most. */
const MAX_BATCH = 100;

interface WaitingKey<Found> {
  readonly key: string;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

/**
 * Loads many keys with few statements: keys requested while statements run are loaded together by
 * the next one. A key is only ever loaded by a statement sent after it was requested; with nothing
 * running it is sent at once.
 * @param loadAll returns the known keys' values; its error rejects each request of its batch
 * @param isOfSome whether the error may be that of some keys alone: the others are then loaded
 * again, each by itself
 */
export function makeBatchLoader<Found>(
  loadAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
  isOfSome: (error: unknown) => Promise<boolean> = async () => false,
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
      if (batch.length > 1 && (await isOfSome(error).catch(() => false)))
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
