const WITHIN_MS = 5_000;

/**
 * Limits how long a caller waits for a copy to another machine, which may no longer answer. One
 * copy runs at a time: a copy that hangs occupies one of the few threads that read and write files,
 * so no other copy starts meanwhile.
 * @returns the same copy, which rejects when it takes too long or was not begun
 */
export function boundedCopy<Given extends unknown[]>(
  copy: (...given: Given) => Promise<unknown>,
  withinMs = WITHIN_MS,
): (...given: Given) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let isHanging = false;

  return async (...given) => {
    if (isHanging)
      throw new Error('the folder does not answer: nothing is copied there until it does');

    let isTooLate = false;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      isTooLate = true;
      isHanging = true;
      reject(new Error(`the folder did not answer within ${withinMs} ms`));
    }, withinMs);
    const copied = last.then(() => (isTooLate ? undefined : copy(...given)));

    last = copied.catch(() => undefined).then(() => (isHanging = false));

    try {
      await Promise.race([copied, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
}
