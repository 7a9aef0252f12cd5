import { useEffect, useState } from 'react';
import { ENGINE_BYTES, type Engine, EngineError, loadEngine } from './engine.ts';
import type { EngineFault } from './messages.ts';

/** The engine's loading state: the loaded share (0–1), then the engine or a fault. */
export type EngineState = { share: number; engine?: Engine; fault?: EngineFault };

/** Loads the engine once while `isWanted`, and frees it on unmount. `retry` loads it again. */
export function useEngine(isWanted: boolean): EngineState & { retry: () => void } {
  const [state, setState] = useState<EngineState>({ share: 0 });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!isWanted) return;

    setState({ share: 0 });

    let isMounted = true;
    const loading = loadEngine((bytes) => isMounted && setState({ share: bytes / ENGINE_BYTES }));

    loading.engine.then(
      (engine) => isMounted && setState({ share: 1, engine }),
      (cause: Error) => {
        if (!isMounted) return;
        console.warn('The face engine did not load', cause);
        setState({ share: 0, fault: cause instanceof EngineError ? cause.fault : 'unable' });
      },
    );

    return () => {
      isMounted = false;
      loading.stop();
    };
  }, [isWanted, attempt]);

  return { ...state, retry: () => setAttempt((before) => before + 1) };
}
