import type { StaffProposal } from '@noren/contract/staff/approvals';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callStaff } from './client.ts';
import { StaffError } from './staff-error.ts';

/** An equal request that is open already, by which a proposal was refused. */
export function openRequestOf(error: StaffError | null): string | undefined {
  return (error?.data as { requestId?: string } | undefined)?.requestId;
}

/**
 * Asks what a proposal of a form would do before the form goes: a refusal stays beside what was typed. What was answered is
 * what `ProposeDialog` then shows.
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
