import type { ReactNode } from 'react';
import { CallsProvider } from '../api/calls-provider.tsx';
import { KeysProvider } from '../ui/keys.tsx';
import { ToastProvider } from '../ui/toast.tsx';

/** Providers for every screen: query cache, keys, status region. */
export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <CallsProvider>
      <KeysProvider>
        <ToastProvider>{children}</ToastProvider>
      </KeysProvider>
    </CallsProvider>
  );
}
