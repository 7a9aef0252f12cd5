import type { ComplaintAnswer } from '@noren/contract/staff/complaints';
import { LEVEL_WORK } from '@noren/core/staff/complaints';
import { useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { complaintTexts } from '../../texts/complaints.ts';
import { Button } from '../../ui/button.tsx';
import { useAnnounce } from '../../ui/toast.tsx';

/** Claims the ticket for ten minutes, or gives an own claim up, as in the work queue. */
export function ClaimButton({
  complaint: { ticket, isMine },
}: {
  readonly complaint: ComplaintAnswer;
}) {
  const may = useMay();
  const claim = useStaffSend('claimWork');
  const release = useStaffSend('releaseWork');
  const announce = useAnnounce();

  const { ticketNo: subject, level, state, claimedBy } = ticket;
  const { kind, permission } = LEVEL_WORK[level];
  if (state !== 'received' || !may(permission) || (claimedBy !== null && !isMine)) return null;

  const run = async (): Promise<string> => {
    await (isMine ? release : claim).sendOrThrow({ body: { kind, subject } });

    return isMine ? complaintTexts.released : complaintTexts.claimed;
  };

  return (
    <Button isBusy={claim.isBusy || release.isBusy} onPress={() => void announce(run())}>
      {isMine ? complaintTexts.release : complaintTexts.claim}
    </Button>
  );
}
