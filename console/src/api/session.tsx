import type { Me } from '@noren/contract/staff/access';
import type { Permission } from '@noren/core/staff/permissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react';
import { isSomebodyHere } from './activity.ts';
import { callStaff } from './client.ts';
import { browserNow } from './clock.ts';
import { forgetSession, ME } from './query-client.ts';
import { StaffError } from './staff-error.ts';

/** The signed-in person, and how far the server's clock is ahead of the browser's. */
export interface SignedIn extends Me {
  readonly clockOffsetMs: number;
}

/** While the console is in use, the session is extended this often. */
const PROLONG_MS = 60_000;

interface SessionQuery {
  /** Undefined while loading, null when nobody is signed in. */
  readonly data: SignedIn | null | undefined;
  readonly error: StaffError | null;
  readonly refetch: () => unknown;
}

/** Loads the signed-in person. */
export function useSession(): SessionQuery {
  const { data, error, refetch } = useQuery<SignedIn | null, StaffError>({
    queryKey: ME,
    queryFn: fetchSession,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data && isSomebodyHere(PROLONG_MS) ? PROLONG_MS : false),
  });

  return { data, error, refetch };
}

async function fetchSession(): Promise<SignedIn | null> {
  try {
    return signedIn(await callStaff('staffMe', {}));
  } catch (error) {
    if (error instanceof StaffError && error.code === 'signed_out') return null;

    throw error;
  }
}

function signedIn(me: Me): SignedIn {
  return { ...me, clockOffsetMs: me.now - browserNow() };
}

/** Signing in and out. */
export function useSessionChange(): {
  readonly begin: (me: Me) => void;
  readonly end: () => void;
} {
  const client = useQueryClient();

  return useMemo(
    () => ({
      begin: (me) => {
        forgetSession(client);
        client.setQueryData(ME, signedIn(me));
      },
      end: () => forgetSession(client),
    }),
    [client],
  );
}

const SessionContext = createContext<SignedIn | null>(null);

export function SessionProvider({
  me,
  children,
}: {
  readonly me: SignedIn;
  readonly children: ReactNode;
}) {
  return <SessionContext value={me}>{children}</SessionContext>;
}

/** The signed-in person, for any screen after sign-in. */
export function useSignedIn(): SignedIn {
  const me = use(SessionContext);
  if (me === null) throw new Error('nobody is signed in here');

  return me;
}

/**
 * Whether the signed-in person has a permission. Screens do not offer acts that the person may not
 * do.
 */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useSignedIn();
  return useCallback((permission) => permissions.includes(permission), [permissions]);
}
