import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { watchReturns } from './activity.ts';
import { createQueryClient } from './query-client.ts';

/** Holds what the screens below have loaded. */
export function CallsProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient);

  // An interval that rested starts again only with an answer.
  useEffect(() => watchReturns(() => void client.refetchQueries({ type: 'active' })), [client]);

  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
