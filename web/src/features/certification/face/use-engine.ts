import { useEffect, useState } from 'react';
import { ENGINE_BYTES, type Engine, EngineGone, loadEngine } from './engine.ts';
import type { EngineFault } from './messages.ts';

/** The engine on its way: how much is there (0–1), the engine once it is, or why it is not. */
export type EngineState = { share: number; engine?: Engine; fault?: EngineFault };

/** Loads the engine while `isWanted`, once, and frees it with the screen. `retry` loads it again. */
export function useEngine(isWanted: boolean): EngineState & { retry: () => void } {
  const [state, setState] = useState<EngineState>({ share: 0 });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another loading
  useEffect(() => {
    if (!isWanted) return;
    setState({ share: 0 });
    let isHere = true;
    const loading = loadEngine((bytes) => isHere && setState({ share: bytes / ENGINE_BYTES }));
    loading.engine.then(
      (engine) => isHere && setState({ share: 1, engine }),
      (cause: Error) => {
        if (!isHere) return;
        console.warn('The face engine is not there', cause);
        setState({ share: 0, fault: cause instanceof EngineGone ? cause.fault : 'unable' });
      },
    );
    return () => {
      isHere = false;
      loading.stop();
    };
  }, [isWanted, attempt]);
  return { ...state, retry: () => setAttempt((before) => before + 1) };
}
