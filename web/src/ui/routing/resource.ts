import { useEffect, useState } from 'react';

/** A part of the app that is loaded later than the app itself. */
export interface Resource<T> {
  /** Undefined until it is loaded. */
  readonly value: T | undefined;
  /** Loads it once; concurrent callers share one attempt, and a call after a failed attempt tries again. */
  readonly load: () => Promise<T>;
}

/** Wraps a loader; nothing is loaded until `load` is called. */
export function createResource<T>(loader: () => Promise<T>): Resource<T> {
  let value: T | undefined;
  let attempt: Promise<T> | undefined;
  const start = async (): Promise<T> => {
    try {
      value = await loader();
      return value;
    } catch (cause) {
      attempt = undefined;
      throw cause;
    }
  };
  return {
    get value() {
      return value;
    },
    load: () => {
      attempt ??= start();
      return attempt;
    },
  };
}

/**
 * The resource's value, loaded when the component is first rendered. Used instead of `React.lazy`, which shows nothing for
 * 300 ms after its fallback was painted, however soon the part is loaded.
 * @param onError called when loading fails
 */
export function useResource<T>({ value, load }: Resource<T>, onError: (cause: Error) => void): T | undefined {
  const [loaded, setLoaded] = useState<{ value: T } | undefined>(() => (value === undefined ? undefined : { value }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, whatever is passed in later renders
  useEffect(() => {
    if (loaded) return;
    let isMounted = true;
    load().then(
      (result) => isMounted && setLoaded({ value: result }),
      (cause: Error) => isMounted && onError(cause),
    );
    return () => {
      isMounted = false;
    };
  }, [loaded]);
  return loaded?.value;
}
