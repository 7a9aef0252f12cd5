import { useQuery } from '@tanstack/react-query';
import type { OnboardingStatus } from '../session/session.ts';
import { loadOnboardingStatus } from './onboarding-status.ts';

/**
 * The onboarding status as the server has it now; undefined while it loads. `error` is null while a
 * retry is running.
 */
export function useFreshOnboardingStatus() {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery<
    OnboardingStatus,
    Error
  >({
    queryKey: ['onboarding-status'],
    queryFn: () => loadOnboardingStatus(),
    // Always requested when a screen is opened, and not again while it is open.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  return {
    status: isFetchedAfterMount ? data : undefined,
    error: isFetching ? null : error,
    retry: () => void refetch(),
  };
}
