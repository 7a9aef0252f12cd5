/** Statements of one kind that may be under way at once: should one hang, the others still go. */
const UNDER_WAY = 2;
/** Questions that go into one statement at the most. */
const TOGETHER = 100;

interface Question<Found> {
  readonly key: string;
  answer(found: Found | undefined): void;
  fail(error: unknown): void;
}

/**
 * Turns many questions into few statements: whatever is asked while others are on their way goes into the next, in one.
 * A question is only ever answered by a statement sent after it was asked. Where nothing else is under way it goes at once.
 * @param askAll answers the keys that are known; what it throws is thrown to each of those who asked
 */
export function gather<Found>(
  askAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  const waiting: Question<Found>[] = [];
  let underWay = 0;
  let isCalled = false;

  const callLater = (): void => {
    if (isCalled || underWay >= UNDER_WAY || waiting.length === 0) return;
    isCalled = true;
    // After whatever else has come in by now was read.
    setImmediate(() => {
      isCalled = false;
      void send(waiting.splice(0, TOGETHER));
      callLater();
    });
  };
  const send = async (asked: readonly Question<Found>[]): Promise<void> => {
    underWay += 1;
    try {
      const found = await askAll([...new Set(asked.map(({ key }) => key))]);
      for (const { key, answer } of asked) answer(found.get(key));
    } catch (error) {
      for (const { fail } of asked) fail(error);
    } finally {
      underWay -= 1;
      callLater();
    }
  };
  return (key) =>
    new Promise((answer, fail) => {
      waiting.push({ key, answer, fail });
      callLater();
    });
}
