import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { isSomebodyHere } from './activity.ts';
import { callStaff, type StaffAnswer, type StaffInput } from './client.ts';
import type { StaffError } from './staff-error.ts';

/** Without something to send, the input may be left out. */
type InputArgument<N extends StaffCallName, More> =
  object extends StaffInput<N> ? [input?: StaffInput<N> | undefined, more?: More] : [input: StaffInput<N>, more?: More];

interface CallOptions {
  readonly isOff?: boolean;
  /** Loads it again while somebody is at the screen: the work queue's counts. */
  readonly refreshEveryMs?: number;
}

interface LoadedCall<T> {
  readonly data: T | undefined;
  readonly error: StaffError | null;
  readonly isRefreshing: boolean;
  readonly refetch: () => unknown;
}

const HERE_MS = 120_000;

/** Loads what a staff call answers, and again when the input changes. */
export function useStaffCall<N extends StaffCallName>(
  name: N,
  ...[input, options = {}]: InputArgument<N, CallOptions>
): LoadedCall<StaffAnswer<N>> {
  const { isOff, refreshEveryMs } = options;
  const query = useQuery<StaffAnswer<N>, StaffError>({
    queryKey: [name, input ?? {}],
    queryFn: ({ signal }) => callStaff(name, (input ?? {}) as StaffInput<N>, { signal }),
    enabled: isOff !== true,
    placeholderData: keepOfSameSubject(input),
    refetchInterval: () => (refreshEveryMs !== undefined && isSomebodyHere(HERE_MS) ? refreshEveryMs : false),
  });
  return { data: query.data, error: query.error, isRefreshing: query.isFetching, refetch: query.refetch };
}

/** A list that the server gives in pages: `after` is `next` of the page before. */
type PageName = {
  [N in StaffCallName]: StaffAnswer<N> extends { rows: readonly unknown[]; next: string | null } ? N : never;
}[StaffCallName];
type RowOf<N extends PageName> = StaffAnswer<N> extends { rows: readonly (infer Row)[] } ? Row : never;

interface LoadedPages<Row> extends LoadedCall<readonly Row[]> {
  readonly paging: { readonly hasMore: boolean; readonly isLoadingMore: boolean; readonly loadMore: () => unknown };
}

/**
 * Loads a list page by page, by the query parameter `after`.
 * @public every screen with a long list uses it
 */
export function useStaffPages<N extends PageName>(
  name: N,
  input: StaffInput<N>,
  { isOff, refreshEveryMs }: CallOptions = {},
): LoadedPages<RowOf<N>> {
  type Page = { rows: readonly RowOf<N>[]; next: string | null };
  const query = useInfiniteQuery({
    queryKey: [name, 'pages', input],
    queryFn: ({ signal, pageParam }): Promise<Page> =>
      callStaff(name, withAfter(input, pageParam) as StaffInput<N>, { signal }) as Promise<Page>,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: isOff !== true,
    placeholderData: keepOfSameSubject(input),
    refetchInterval: () => (refreshEveryMs !== undefined && isSomebodyHere(HERE_MS) ? refreshEveryMs : false),
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data]);
  return {
    data: rows,
    error: query.error as StaffError | null,
    isRefreshing: query.isFetching,
    refetch: query.refetch,
    paging: {
      hasMore: query.hasNextPage,
      isLoadingMore: query.isFetchingNextPage,
      loadMore: query.fetchNextPage,
    },
  };
}

/**
 * While a filter changes, the list before stays on the screen. Another person or loan (a path parameter) never shows what
 * belongs to the one before.
 */
function keepOfSameSubject(input: unknown) {
  const subjectOf = (value: unknown): string =>
    JSON.stringify((value as { params?: unknown } | undefined)?.params ?? {});
  return <T>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query !== undefined && subjectOf(query.queryKey.at(-1)) === subjectOf(input) ? before : undefined;
}

function withAfter(input: unknown, after: string | null): unknown {
  if (after === null) return input;
  const { query, ...others } = input as { query?: object };
  return { ...others, query: { ...query, after } };
}

interface Sender<N extends StaffCallName> {
  /** Resolves to undefined when it was refused; `error` says why. */
  readonly send: (...args: InputArgument<N, never>) => Promise<StaffAnswer<N> | undefined>;
  /** As `send`, but throws the StaffError: for parts of the kit that show it themselves. */
  readonly sendOrThrow: (...args: InputArgument<N, never>) => Promise<StaffAnswer<N>>;
  readonly isBusy: boolean;
  readonly error: StaffError | null;
  readonly data: StaffAnswer<N> | undefined;
  readonly reset: () => void;
}

/**
 * Sends a staff call that changes something. After an uncertain end the same input is sent with the same request id, so
 * that nothing is done twice. After success everything on the screen is loaded again.
 */
export function useStaffSend<N extends StaffCallName>(name: N): Sender<N> {
  const client = useQueryClient();
  const open = useRef<{ content: string; requestId: string } | null>(null);
  const mutation = useMutation<StaffAnswer<N>, StaffError, StaffInput<N>>({
    mutationFn: async (input) => {
      const content = JSON.stringify(input);
      if (open.current?.content !== content) open.current = { content, requestId: crypto.randomUUID() };
      const { requestId } = open.current;
      return callStaff(name, input, changes(name) ? { requestId } : {});
    },
    onSuccess: () => {
      open.current = null;
      return void client.invalidateQueries();
    },
    onError: (error) => {
      if (!error.isUncertain) open.current = null;
    },
  });
  const sendOrThrow = (...[input]: InputArgument<N, never>) => mutation.mutateAsync((input ?? {}) as StaffInput<N>);
  return {
    sendOrThrow,
    send: async (...args) => {
      try {
        return await sendOrThrow(...args);
      } catch {
        // The mutation holds the error, and the screen shows it.
        return undefined;
      }
    },
    isBusy: mutation.isPending,
    error: mutation.error,
    data: mutation.data,
    reset: mutation.reset,
  };
}

function changes(name: StaffCallName): boolean {
  return 'changes' in STAFF_CALLS[name];
}
