import type { StaffProposal } from '@noren/contract/staff/approvals';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callStaff } from './client.ts';
import { StaffError } from './staff-error.ts';

/** The id of the open request that blocks a proposal; undefined when another reason refused it. */
export function findOpenRequest(error: StaffError | null): string | undefined {
  return (error?.data as { requestId?: string } | undefined)?.requestId;
}

/**
 * Previews a form's proposal while the form is still open, so that a refusal appears beside what
 * was typed. `ProposeDialog` then shows the same preview from the cache.
 */
export function usePreview(onPropose: (proposal: StaffProposal) => void) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<StaffError | null>(null);

  const ask = async (proposal: StaffProposal): Promise<void> => {
    const input = { body: { proposal } };
    setBusy(true);
    setRefusal(null);

    try {
      await client.fetchQuery({
        queryKey: ['previewApproval', input],
        queryFn: ({ signal }) => callStaff('previewApproval', input, { signal }),
        retry: false,
      });

      onPropose(proposal);
    } catch (error) {
      if (!(error instanceof StaffError)) throw error;

      setRefusal(error);
    } finally {
      setBusy(false);
    }
  };

  return { ask, isBusy, refusal, clear: () => setRefusal(null) };
}
