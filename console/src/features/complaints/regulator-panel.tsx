import type { ComplaintAnswer } from '@noren/contract/staff/complaints';
import { useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { complaintTexts } from '../../texts/complaints.ts';
import { Button } from '../../ui/button.tsx';
import { DayField, TextField } from '../../ui/fields.tsx';
import { Day } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { KeyValues, Panel } from '../../ui/layout.tsx';
import { useAnnounce, useToast } from '../../ui/toast.tsx';

/** The borrower's complaint at the Reserve Bank, and the lender's reply to it. */
export function RegulatorPanel({ complaint }: { readonly complaint: ComplaintAnswer }) {
  const may = useMay();
  const { regulatorCase } = complaint;
  const mayAct = may('complaints.escalated');
  if (regulatorCase === null && !mayAct) return null;

  return (
    <Panel title={complaintTexts.regulator} about={complaintTexts.regulatorAbout}>
      {regulatorCase === null ? (
        <CaseForm ticketNo={complaint.ticket.ticketNo} />
      ) : (
        <Case ticketNo={complaint.ticket.ticketNo} one={regulatorCase} mayAct={mayAct} />
      )}
    </Panel>
  );
}

interface CaseProps {
  readonly ticketNo: string;
  readonly one: NonNullable<ComplaintAnswer['regulatorCase']>;
  readonly mayAct: boolean;
}

function Case({ ticketNo, one, mayAct }: CaseProps) {
  const reply = useStaffSend('replyToRegulator');
  const announce = useAnnounce();
  const confirm = async (): Promise<string> => {
    await reply.sendOrThrow({ body: { ticketNo } });
    return complaintTexts.repliedNow;
  };

  return (
    <>
      <KeyValues
        rows={[
          [complaintTexts.caseNo, one.caseNo],
          [complaintTexts.caseCame, <Day key="came" day={one.receivedOn} />],
          [complaintTexts.replyBy, <Day key="by" day={one.replyBy} />],
          [
            complaintTexts.repliedOn,
            one.repliedOn === null ? (
              complaintTexts.notReplied
            ) : (
              <Day key="on" day={one.repliedOn} />
            ),
          ],
        ]}
      />
      {mayAct && one.repliedOn === null && (
        <Button isBusy={reply.isBusy} onPress={() => void announce(confirm())}>
          {complaintTexts.markReplied}
        </Button>
      )}
    </>
  );
}

function CaseForm({ ticketNo }: { readonly ticketNo: string }) {
  const [caseNo, setCaseNo] = useState('');
  const [receivedOn, setReceivedOn] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const record = useStaffSend('recordRegulatorCase');
  const toast = useToast();

  const save = async (): Promise<void> => {
    const isIncomplete = caseNo.trim() === '' || receivedOn === '';
    setEmpty(isIncomplete);

    if (isIncomplete) return;
    const body = { ticketNo, caseNo: caseNo.trim(), receivedOn };
    if ((await record.send({ body })) === undefined) return;

    toast(complaintTexts.caseRecorded);
  };

  return (
    <Form
      label={complaintTexts.regulator}
      problems={isEmpty ? { caseNo: complaintTexts.caseIncomplete } : {}}
      refusal={record.error}
      onSubmit={() => void save()}
      acts={
        <Button type="submit" isBusy={record.isBusy}>
          {complaintTexts.recordCase}
        </Button>
      }
    >
      <TextField
        label={complaintTexts.caseNo}
        name="caseNo"
        value={caseNo}
        onChange={setCaseNo}
        problem={isEmpty ? complaintTexts.caseIncomplete : undefined}
      />
      <DayField
        label={complaintTexts.caseCame}
        name="receivedOn"
        value={receivedOn}
        onChange={setReceivedOn}
      />
    </Form>
  );
}
