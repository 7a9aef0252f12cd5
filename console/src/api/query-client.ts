import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { StaffError } from './staff-error.ts';

/** Query key of the signed-in person; its data is null when nobody is signed in. */
export const ME = ['staffMe'] as const;

const RETRIES = 2;

/** The query cache. A call refused as signed out clears it. */
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
        // By default not in this network mode.
        refetchOnReconnect: true,
        retry: (count, error) =>
          count < RETRIES && error instanceof StaffError && error.code === 'offline',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

  return client;
}

/**
 * Clears all cached data after sign-out, so that the next person does not see it. The address
 * stays.
 */
export function forgetSession(client: QueryClient): void {
  client.setQueryData(ME, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
}
