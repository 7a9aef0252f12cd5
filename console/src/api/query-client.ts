import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { StaffError } from './staff-error.ts';

/** The key of who is signed in; null where nobody is. */
export const ME = ['staffMe'] as const;

const RETRIES = 2;

/** Where calls are cached. A call that finds nobody signed in ends what the screens know. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error): void => {
    if (error instanceof StaffError && error.code === 'signed_out') forgetSession(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (count, error) => count < RETRIES && error instanceof StaffError && error.code === 'offline',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

/** Nobody is signed in: what others' roles showed is dropped. The address stays. */
export function forgetSession(client: QueryClient): void {
  client.setQueryData(ME, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
}
