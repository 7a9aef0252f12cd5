import { useEffect, useState } from 'react';

/** Something of the app that comes later than the app itself. */
export interface Arrival<T> {
  /** What came; undefined until then. */
  readonly known: T | undefined;
  /** Has it come, if it is not there or on its way yet. @throws when it does not come; asked again, it is tried again */
  readonly come: () => Promise<T>;
}

/** Describes what comes by `load`; nothing is asked for yet. */
export function arrival<T>(load: () => Promise<T>): Arrival<T> {
  let known: T | undefined;
  let coming: Promise<T> | undefined;
  const begin = async (): Promise<T> => {
    try {
      known = await load();
      return known;
    } catch (cause) {
      coming = undefined;
      throw cause;
    }
  };
  return {
    get known() {
      return known;
    },
    come: () => {
      coming ??= begin();
      return coming;
    },
  };
}

/**
 * What came, for who shows it; asked for when it is first wanted. React's own `lazy` shows nothing for a third of a
 * second after its stand-in was seen, however soon the part is there.
 * @param onLost told when it did not come
 */
export function useArrival<T>({ known, come }: Arrival<T>, onLost: (cause: Error) => void): T | undefined {
  const [shown, setShown] = useState<{ it: T } | undefined>(() => (known === undefined ? undefined : { it: known }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is asked for, whatever is given meanwhile
  useEffect(() => {
    if (shown) return;
    let isHere = true;
    come().then(
      (it) => isHere && setShown({ it }),
      (cause: Error) => isHere && onLost(cause),
    );
    return () => {
      isHere = false;
    };
  }, [shown]);
  return shown?.it;
}
