import type { AnswerOf, Call } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import {
  hashKey,
  notifyManager,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { ApiError, NoAnswer, preloadedResponse, reportFailure, send } from './api.ts';
import { forgetFailures } from './failures.ts';
// In the same chunk, so that the first call does not wait for another file.
import './wire.ts';
import { useLanguage } from '../i18n/index.ts';
import { SESSION_CHANGED } from '../session/session.ts';

// Browsers report only changes; a page opened offline would count as online.
onlineManager.setOnline(navigator.onLine);

// Render answers in the same task: a timer would wait behind everything else a slow phone does.
notifyManager.setScheduler(queueMicrotask);

/** The loads of {@link useCall} whose last attempt failed. */
const failing = new WeakSet<object>();

/**
 * Tells a load that failed for good. A poll tells it once until it succeeds, because its screen
 * goes on showing the earlier answer; in the background nobody would see it.
 */
function reportFailedLoad(error: unknown, query: Query<unknown, unknown>): void {
  const { isOptional } = (query.meta ?? {}) as { isOptional?: boolean };
  if (isOptional === undefined || document.hidden) return;

  const isRepeated = failing.has(query) && query.state.data !== undefined;
  failing.add(query);

  const isMissed = error instanceof ApiError || (error instanceof NoAnswer && !isOptional);
  if (isMissed && !isRepeated) reportFailure(error);
}

const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_, query) => void failing.delete(query),
      onError: reportFailedLoad,
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // Offline, a screen shows the failure at once instead of waiting, and loads again when the
        // network is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        // Only a missing answer is retried, once; a refusal is final.
        retry: (failures, error) => error instanceof NoAnswer && failures < 1,
      },
      mutations: { networkMode: 'always' },
    },
  });

let client = makeQueryClient();

/** On the server, before and after each render: nothing of one person is left for the next. */
export function forgetQueries(): void {
  client = makeQueryClient();
}

/** Required around every screen that uses `useCall` or `useSend`. */
export function DataProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

export function clearAnswers(): void {
  client.clear();
  forgetFailures();
}

// One user's answers and failures must never be shown to the next.
if (typeof document !== 'undefined') addEventListener(SESSION_CHANGED, clearAnswers);

/** Reloads the answers that a change made stale: of the given calls, or all. */
export function refresh(...calls: readonly Call[]): void {
  if (calls.length === 0) void client.invalidateQueries();
  for (const declared of calls) void client.invalidateQueries({ queryKey: [declared.path] });
}

/**
 * Marks answers as stale without reloading them now: the screen is being left, and a magic-link
 * session may read saved data only after a code.
 */
export function markStale(...calls: readonly Call[]): void {
  for (const declared of calls)
    void client.invalidateQueries({ queryKey: [declared.path], refetchType: 'none' });
}

interface QueryControl<C extends Call> {
  /** False does not load yet. */
  isOn?: boolean;
  /** Polls while the screen is open; a function chooses the interval by the last answer. */
  everyMs?: number | undefined | ((answer: AnswerOf<C> | undefined) => number | undefined);
  /**
   * The screen works without it: a 316 does not open the code screen, and without a network nothing
   * is said.
   */
  isOptional?: boolean;
}

/**
 * Polling is slower in the background; it goes on, because the user may be paying in another app.
 */
const HIDDEN_INTERVAL_FACTOR = 5;

/**
 * Loads a call's answer for a screen, which shows a failure in its place (ErrorState with "Try
 * again"), or a toast does.
 * @param options the call's input, and when it is loaded
 */
export function useCall<C extends Call>(
  declared: C,
  options: SendOptions<C> & QueryControl<C>,
): UseQueryResult<AnswerOf<C>, ApiError | NoAnswer> {
  const {
    isOn = true,
    everyMs,
    isOptional = false,
    ...sent
  } = options as SendOptions<C> & QueryControl<C>;
  const { params, query } = sent as { params?: unknown; query?: unknown };

  const intervalFor = (answer: AnswerOf<C> | undefined): number | false => {
    const ms = typeof everyMs === 'function' ? everyMs(answer) : everyMs;
    const isHidden = typeof document !== 'undefined' && document.hidden;
    return ms === undefined ? false : isHidden ? ms * HIDDEN_INTERVAL_FACTOR : ms;
  };

  // Answers contain texts in the language of the request, so another language loads them again.
  const request = [declared.path, params ?? null, query ?? null];
  const queryKey = [...request, useLanguage()];

  // A screen that opens after a change shows no answer from before it, not even until the new one
  // arrives.
  useState(() =>
    client.removeQueries({
      queryKey,
      type: 'inactive',
      predicate: ({ state }) => state.isInvalidated,
    }),
  );

  return useQuery<AnswerOf<C>, ApiError | NoAnswer>({
    queryKey,
    queryFn: ({ signal }) =>
      send(
        declared,
        { ...sent, signal } as unknown as SendOptions<C>,
        isOptional ? 'quiet' : 'caller',
      ),
    enabled: isOn,
    meta: { isOptional },
    // A preloaded response is rendered in the first frame.
    initialData: () =>
      isOn ? preloadedResponse(declared, sent as unknown as SendOptions<C>) : undefined,
    // After a language change the former answer stays until the new one arrives, and with it the
    // screen's state.
    placeholderData: (before, former) =>
      former && hashKey(former.queryKey.slice(0, -1)) === hashKey(request) ? before : undefined,
    ...(everyMs !== undefined && {
      refetchInterval: ({ state }) => intervalFor(state.data),
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: 'always' as const,
    }),
  });
}

/**
 * Sends a changing call from a screen. `send` never throws: it returns the data, or undefined after
 * the failure was shown and passed to `onFailure`. A screen that shows the message of `error` in
 * its place declares nothing.
 * @param display 'quiet' when nobody waits for the answer
 */
export function useSend<C extends Call>(declared: C, display: 'toast' | 'quiet' = 'toast') {
  const { isPending, error, mutateAsync } = useMutation<
    AnswerOf<C>,
    ApiError | NoAnswer,
    SendOptions<C>
  >({
    mutationFn: (options) => send(declared, options, display),
  });

  // The same in every render: effects depend on it.
  const sendCall = useCallback(
    async (
      options: SendOptions<C>,
      onFailure?: (error: ApiError | NoAnswer) => void,
    ): Promise<AnswerOf<C> | undefined> => {
      try {
        return await mutateAsync(options);
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error;
        onFailure?.(error);
        return undefined;
      }
    },
    [mutateAsync],
  );

  return { isSending: isPending, error, send: sendCall };
}
