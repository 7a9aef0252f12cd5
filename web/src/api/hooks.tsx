import type { AnswerOf, Call } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import {
  hashKey,
  notifyManager,
  onlineManager,
  QueryClient,
  QueryClientProvider,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, NoAnswer, preloadedResponse, send, type Telling } from './api.ts';
// What sends comes in the same file as what asks.
import './wire.ts';
import { useLanguage } from '../i18n/index.ts';
import { SESSION_CHANGED } from '../session/session.ts';

// A page that was opened without a network is told of nothing when it comes: only of a change.
onlineManager.setOnline(navigator.onLine);

// What came is shown in the same turn: a timer would wait behind all that a slow phone has to do.
notifyManager.setScheduler(queueMicrotask);

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Without a network a screen says so at once, instead of waiting, and asks again by itself when it is back.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Only a lost answer is asked for again by itself: a refusal stays one.
      retry: (failures, error) => error instanceof NoAnswer && failures < 1,
    },
    mutations: { networkMode: 'always' },
  },
});

/** What screens that ask the server stand in. */
export function DataProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Forgets all answers. */
export function clearAnswers(): void {
  client.clear();
}
// However a session ends or another begins: what one user was answered is never the next one's to see.
addEventListener(SESSION_CHANGED, clearAnswers);

/** Asks again whatever a change may have made stale: the calls named, or all. */
export function refresh(...calls: readonly Call[]): void {
  if (calls.length === 0) void client.invalidateQueries();
  for (const declared of calls) void client.invalidateQueries({ queryKey: [declared.path] });
}

/**
 * Has the calls asked again when a screen next shows them, and not now: the screen that saved something is left, and a
 * link's session may see what is saved only after a code.
 */
export function markStale(...calls: readonly Call[]): void {
  for (const declared of calls) void client.invalidateQueries({ queryKey: [declared.path], refetchType: 'none' });
}

interface Asking<C extends Call> {
  /** False waits. */
  isOn?: boolean;
  /** Asks again for as long as the screen is open; a function says how soon, by the last answer. */
  everyMs?: number | undefined | ((answer: AnswerOf<C> | undefined) => number | undefined);
  /** The screen can do without: it is not left to ask for a code (316), which it may offer itself. */
  isOptional?: boolean;
}

/** How much slower a page in the background asks again: another app is in front of it, perhaps the one that pays. */
const SLOWER_WHEN_HIDDEN = 5;

/**
 * A call's answer for a screen; failures are for the screen to show (ErrorState with "Try again").
 * @param options what it is sent with, and whether and how often it is asked
 */
export function useCall<C extends Call>(
  declared: C,
  options: SendOptions<C> & Asking<C>,
): UseQueryResult<AnswerOf<C>, ApiError | NoAnswer> {
  const { isOn = true, everyMs, isOptional = false, ...sent } = options as SendOptions<C> & Asking<C>;
  const { params, query } = sent as { params?: unknown; query?: unknown };
  const again = (answer: AnswerOf<C> | undefined): number | false => {
    const ms = typeof everyMs === 'function' ? everyMs(answer) : everyMs;
    return ms === undefined ? false : document.hidden ? ms * SLOWER_WHEN_HIDDEN : ms;
  };
  // Names and reasons in an answer are in the language it was asked in: another language asks again.
  const asked = [declared.path, params ?? null, query ?? null];
  const queryKey = [...asked, useLanguage()];
  return useQuery<AnswerOf<C>, ApiError | NoAnswer>({
    queryKey,
    queryFn: ({ signal }) =>
      send(declared, { ...sent, signal } as unknown as SendOptions<C>, isOptional ? 'quiet' : 'screen'),
    enabled: isOn,
    // Shown from the first frame on.
    initialData: () => (isOn ? preloadedResponse(declared, sent as unknown as SendOptions<C>) : undefined),
    // Meanwhile the answer in the former language stands, and with it what the user has begun on the screen.
    placeholderData: (before, former) =>
      former && hashKey(former.queryKey.slice(0, -1)) === hashKey(asked) ? before : undefined,
    ...(everyMs !== undefined && {
      refetchInterval: ({ state }) => again(state.data),
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: 'always' as const,
    }),
  });
}

/**
 * Sends a changing call from a screen. `send` never throws: it answers the data, or undefined after the failure was told
 * (and given to `onFailure`, for a screen that acts on its code).
 * @param telling 'screen' when the screen shows `error` itself
 */
export function useSend<C extends Call>(declared: C, telling: Telling = 'toast') {
  const mutation = useMutation<AnswerOf<C>, ApiError | NoAnswer, SendOptions<C>>({
    mutationFn: (options) => send(declared, options, telling),
  });
  return {
    isSending: mutation.isPending,
    error: mutation.error,
    send: async (
      options: SendOptions<C>,
      onFailure?: (error: ApiError | NoAnswer) => void,
    ): Promise<AnswerOf<C> | undefined> => {
      try {
        return await mutation.mutateAsync(options);
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error;
        onFailure?.(error);
        return undefined;
      }
    },
  };
}
