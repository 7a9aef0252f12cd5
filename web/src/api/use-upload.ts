import type { AnswerOf, Call } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import { useEffect, useRef, useState } from 'react';
import type { ApiError, NoAnswer } from './api.ts';
import { useSend } from './hooks.tsx';

/**
 * Uploads a file from a screen that shows its progress and can cancel it. As with {@link useSend},
 * the screen shows a failure (`onFailure`); a cancelled upload is no failure. Leaving the screen
 * cancels it.
 */
export function useUpload<C extends Call>(declared: C) {
  const { send, isSending } = useSend(declared);
  const [part, setPart] = useState(0);
  const running = useRef<AbortController>(null);
  const cancel = () => running.current?.abort();

  useEffect(() => () => running.current?.abort(), []);

  return {
    isSending,
    /** The share that was sent, from 0 to 1. */
    part,
    cancel,
    /** Returns undefined after a failure or a cancellation. */
    send: async (
      options: SendOptions<C>,
      onFailure?: (error: ApiError | NoAnswer) => void,
    ): Promise<AnswerOf<C> | undefined> => {
      const own = new AbortController();
      running.current = own;
      setPart(0);

      try {
        return await send(
          { ...options, signal: own.signal, onProgress: setPart } as SendOptions<C>,
          onFailure,
        );
      } catch (cause) {
        if (own.signal.aborted) return undefined;
        throw cause;
      }
    },
  };
}
