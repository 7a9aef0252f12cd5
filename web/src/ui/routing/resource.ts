import { useEffect, useState } from 'react';

/** A part of the app that is loaded later than the app itself. */
export interface Resource<T> {
  /** Undefined until it is loaded. */
  readonly value: T | undefined;
  /**
   * Loads it once; concurrent callers share one attempt, and a call after a failed attempt tries
   * again.
   */
  readonly load: () => Promise<T>;
}

/** Wraps a loader; nothing is loaded until `load` is called. `known` is what needs no loading. */
export function createResource<T>(loader: () => Promise<T>, known?: T): Resource<T> {
  let value = known;
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

interface LoadedResource<T> {
  readonly value: T | undefined;
  /** Why the last attempt failed; undefined while a retry is running. */
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/**
 * A resource, loaded when the component is first rendered, or once `isWanted` is true. For what is
 * needed before TanStack Query is loaded; answers of the server for any other screen go through
 * `useCall`. Used instead of `React.lazy`, which shows nothing for 300 ms after its fallback was
 * painted, however soon the part is loaded.
 */
export function useResource<T>(
  { value, load }: Resource<T>,
  { isWanted = true } = {},
): LoadedResource<T> {
  const [state, setState] = useState<{ value?: T | undefined; error?: Error }>({ value });

  const start = () => {
    load().then(
      (loaded) => setState({ value: loaded }),
      (error: Error) => setState({ error }),
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, whatever is passed in later renders
  useEffect(() => {
    if (isWanted && state.value === undefined && state.error === undefined) start();
  }, [isWanted]);

  const retry = () => {
    setState({});
    start();
  };

  return { value: state.value, error: state.error, retry };
}
