import type { ComplaintAnswer } from '@noren/contract/staff/complaints';
import { useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { complaintTexts } from '../../texts/complaints.ts';
import { Button } from '../../ui/button.tsx';
import { Instant } from '../../ui/figures.tsx';
import { KeyValues, Panel } from '../../ui/layout.tsx';
import { useAnnounce } from '../../ui/toast.tsx';

/** Who sees to it that a ticket near its last day is answered. */
export function AlarmPanel({ complaint }: { readonly complaint: ComplaintAnswer }) {
  const may = useMay();
  const own = useStaffSend('ownComplaint');
  const announce = useAnnounce();
  const { alarm, ticket } = complaint;
  if (alarm === null) return null;

  const isConfirmed = alarm.isMine && alarm.acknowledgedAt !== null;
  const mayOwn = ticket.state === 'received' && may('complaints.escalated') && !isConfirmed;
  const take = async (): Promise<string> => {
    await own.sendOrThrow({ body: { ticketNo: ticket.ticketNo } });
    return complaintTexts.owned;
  };

  return (
    <Panel
      title={complaintTexts.alarm}
      about={complaintTexts.alarmAbout}
      acts={
        mayOwn && (
          <Button tone="primary" isBusy={own.isBusy} onPress={() => void announce(take())}>
            {alarm.isMine ? complaintTexts.confirmOwner : complaintTexts.takeOver}
          </Button>
        )
      }
    >
      <KeyValues
        rows={[
          [complaintTexts.owner, alarm.ownerName ?? complaintTexts.noOwner],
          [complaintTexts.alarmedAt, <Instant key="at" at={alarm.at} />],
          [
            complaintTexts.confirmedAt,
            alarm.acknowledgedAt === null ? (
              complaintTexts.notConfirmed
            ) : (
              <Instant key="confirmed" at={alarm.acknowledgedAt} />
            ),
          ],
        ]}
      />
    </Panel>
  );
}
