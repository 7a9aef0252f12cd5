import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { isSomebodyHere } from './activity.ts';
import { callStaff, type StaffAnswer, type StaffInput } from './client.ts';
import { type ListSource, listSource } from './list-source.ts';
import { localError, StaffError } from './staff-error.ts';

/** The input is optional for a call without parameters. */
type InputArgument<N extends StaffCallName, More> =
  object extends StaffInput<N>
    ? [input?: StaffInput<N> | undefined, more?: More]
    : [input: StaffInput<N>, more?: More];

interface CallOptions {
  readonly isOff?: boolean;
  /** Reloads at this interval while the console is in use, as the counts of the work queue do. */
  readonly refreshEveryMs?: number;
}

interface LoadedCall<T> extends ListSource {
  readonly data: T | undefined;
  readonly error: StaffError | null;
  readonly isRefreshing: boolean;
  readonly refetch: () => unknown;
}

/** The console counts as in use for so long after the last key or pointer. */
const IN_USE_MS = 120_000;

/** Loads the answer of a staff call, and loads it again when the input changes. */
export function useStaffCall<N extends StaffCallName>(
  name: N,
  ...[input, options = {}]: InputArgument<N, CallOptions>
): LoadedCall<StaffAnswer<N>> {
  const { isOff, refreshEveryMs } = options;
  const query = useQuery<StaffAnswer<N>, StaffError>({
    queryKey: [name, input ?? {}],
    queryFn: ({ signal }) => callStaff(name, (input ?? {}) as StaffInput<N>, { signal }),
    enabled: isOff !== true,
    placeholderData: keepForSameSubject(input),
    refetchInterval: () =>
      refreshEveryMs !== undefined && isSomebodyHere(IN_USE_MS) ? refreshEveryMs : false,
    // Somebody on another browser tab reads the count in this tab's title.
    refetchIntervalInBackground: true,
  });

  return {
    data: query.data,
    error: query.error,
    isRefreshing: query.isFetching,
    refetch: query.refetch,
    ...listSource(name, input),
  };
}

/** How a list is read page by page. */
interface PageRule<N extends StaffCallName, Row> {
  readonly toRows: (answer: StaffAnswer<N>) => readonly Row[];
  /** Query parameters to add for the next page; null after the last page. */
  readonly toNext: (answer: StaffAnswer<N>) => Readonly<Record<string, unknown>> | null;
}

interface LoadedPages<Row> extends LoadedCall<readonly Row[]> {
  readonly paging: {
    readonly hasMore: boolean;
    readonly isLoadingMore: boolean;
    readonly loadMore: () => unknown;
    /** Reads every page, for an export. */
    readonly readAll: () => Promise<readonly Row[]>;
  };
}

/** Nobody reads a longer list. */
const MAX_EXPORTED_ROWS = 5_000;

/** @throws StaffError */
async function readAllPages<N extends StaffCallName, Row>(
  name: N,
  input: StaffInput<N>,
  { toRows, toNext }: PageRule<N, Row>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let after: Readonly<Record<string, unknown>> | null = null;

  do {
    const answer: StaffAnswer<N> = await callStaff(name, withQuery(input, after));
    rows.push(...toRows(answer));
    after = toNext(answer);
    if (rows.length > MAX_EXPORTED_ROWS) throw localError('too_long');
  } while (after !== null);

  return rows;
}

/**
 * Loads a list page by page by keyset: each page starts after the last row of the page before.
 * Used by every screen with a long list.
 */
export function useStaffPages<N extends StaffCallName, Row>(
  name: N,
  input: StaffInput<N>,
  { toRows, toNext }: PageRule<N, Row>,
  { isOff, refreshEveryMs }: CallOptions = {},
): LoadedPages<Row> {
  const query = useInfiniteQuery({
    queryKey: [name, 'pages', input],
    queryFn: ({ signal, pageParam }) => callStaff(name, withQuery(input, pageParam), { signal }),
    initialPageParam: null as Readonly<Record<string, unknown>> | null,
    getNextPageParam: (answer) => toNext(answer),
    enabled: isOff !== true,
    placeholderData: keepForSameSubject(input),
    refetchInterval: () =>
      refreshEveryMs !== undefined && isSomebodyHere(IN_USE_MS) ? refreshEveryMs : false,
  });

  const { data } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rule is the same on every render, though made again
  const rows = useMemo(() => data?.pages.flatMap(toRows), [data]);

  return {
    data: rows,
    error: query.error as StaffError | null,
    isRefreshing: query.isFetching,
    refetch: query.refetch,
    ...listSource(name, input),
    paging: {
      hasMore: query.hasNextPage,
      isLoadingMore: query.isFetchingNextPage,
      loadMore: query.fetchNextPage,
      readAll: () => readAllPages(name, input, { toRows, toNext }),
    },
  };
}

/**
 * When a filter changes, the old list stays until the new one has loaded. When a path parameter
 * changes (another person or loan), it does not.
 */
function keepForSameSubject(input: unknown) {
  const toSubject = (value: unknown): string =>
    JSON.stringify((value as { params?: unknown } | undefined)?.params ?? {});

  return <T>(
    before: T | undefined,
    query: { queryKey: readonly unknown[] } | undefined,
  ): T | undefined =>
    query !== undefined && toSubject(query.queryKey.at(-1)) === toSubject(input)
      ? before
      : undefined;
}

function withQuery<Input>(input: Input, more: object | null): Input {
  if (more === null) return input;

  const { query, ...others } = input as { query?: object };

  return { ...others, query: { ...query, ...more } } as Input;
}

interface Sender<N extends StaffCallName> {
  /** Resolves to undefined after a refusal; `error` holds the reason. */
  readonly send: (...args: InputArgument<N, never>) => Promise<StaffAnswer<N> | undefined>;
  /** Like `send`, but throws the StaffError, for components that show the error themselves. */
  readonly sendOrThrow: (...args: InputArgument<N, never>) => Promise<StaffAnswer<N>>;
  readonly isBusy: boolean;
  readonly error: StaffError | null;
  readonly data: StaffAnswer<N> | undefined;
  readonly reset: () => void;
}

/**
 * Sends a changing staff call, never twice by itself. If it is unknown whether it was carried out,
 * the screen is read again and says so; the same input is then sent with the same request id, so
 * that nothing happens twice. After success, and where the refusal says that something changed,
 * everything on the screen is reloaded. `onLost` is called with whether it is unknown.
 */
export function useStaffSend<N extends StaffCallName>(
  name: N,
  { onLost }: { readonly onLost?: (isLost: boolean) => void } = {},
): Sender<N> {
  const client = useQueryClient();
  const openRequest = useRef<{ content: string; requestId: string } | null>(null);
  const mutation = useMutation<StaffAnswer<N>, StaffError, StaffInput<N>>({
    mutationFn: async (input) => {
      const content = JSON.stringify(input);
      if (openRequest.current?.content !== content)
        openRequest.current = { content, requestId: crypto.randomUUID() };

      const { requestId } = openRequest.current;

      return changes(name) ? sendChange(name, input, requestId) : callStaff(name, input);
    },
    onMutate: () => onLost?.(false),
    onSuccess: () => {
      openRequest.current = null;
      return void client.invalidateQueries();
    },
    onError: (error) => {
      if (!error.isUncertain) openRequest.current = null;
      onLost?.(error.isUncertain);

      const isOld = error.code === 'changed' || (error.isUncertain && changes(name));
      if (isOld) void client.invalidateQueries();
    },
  });

  const sendOrThrow = (...[input]: InputArgument<N, never>) =>
    mutation.mutateAsync((input ?? {}) as StaffInput<N>);

  return {
    sendOrThrow,
    send: async (...args) => {
      try {
        return await sendOrThrow(...args);
      } catch {
        // The screen shows the error from the mutation.
        return undefined;
      }
    },
    isBusy: mutation.isPending,
    error: mutation.error,
    data: mutation.data,
    reset: mutation.reset,
  };
}

/** @throws StaffError `no_answer` when it is unknown whether the call was carried out */
async function sendChange<N extends StaffCallName>(
  name: N,
  input: StaffInput<N>,
  requestId: string,
): Promise<StaffAnswer<N>> {
  try {
    return await callStaff(name, input, { requestId });
  } catch (error) {
    const isLost =
      error instanceof StaffError && (error.code === 'offline' || error.code === 'unreadable');
    throw isLost ? localError('no_answer') : error;
  }
}

function changes(name: StaffCallName): boolean {
  return 'changes' in STAFF_CALLS[name];
}
