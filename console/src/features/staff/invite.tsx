import type { Role } from '@noren/core/staff/roles';
import { useState } from 'react';
import { useStaffCall, useStaffSend } from '../../api/hooks.ts';
import { kitTexts } from '../../texts/kit.ts';
import { problemText } from '../../texts/problems.ts';
import { staffTexts } from '../../texts/staff.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useToast } from '../../ui/toast.tsx';
import { exclusionProblem, RoleBoxes } from './role-boxes.tsx';

const LEAST_REASON = 5;

interface Invitation {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly reason: string;
}

function checkInvitation({ name, email, roles, reason }: Invitation) {
  return {
    ...(name.trim().length < 2 && { name: problemText('empty') }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && { email: problemText('email') }),
    ...(roles.length === 0 && { roles: problemText('choice') }),
    ...(reason.trim().length < LEAST_REASON && { reason: kitTexts.reasonShort(LEAST_REASON) }),
  };
}

/** Proposes an invitation; another administrator approves it. */
export function Invite({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const propose = useStaffSend('propose');
  const isAlone = useStaffCall('staffList', { query: {} }).data?.isAloneAllowed === true;
  const toast = useToast();

  const isDoneAlone = isAlone && roles.includes('administrator');
  const formProblems = checkInvitation({ name, email, roles, reason });
  const problems: Readonly<Record<string, string>> = isChecked ? formProblems : {};

  const submit = async (): Promise<void> => {
    setChecked(true);
    if (Object.keys(formProblems).length > 0 || exclusionProblem(roles) !== undefined) return;

    const proposal = {
      kind: 'staff_invitation' as const,
      name: name.trim(),
      email,
      roles: [...roles],
    };

    const answer = await propose.send({ body: { proposal, reason: reason.trim() } });
    if (answer === undefined) return;

    toast(answer.state === 'approved' ? staffTexts.done(proposal.name) : staffTexts.proposed);
    onClose();
  };

  return (
    <Dialog title={staffTexts.invite} isOpen onClose={onClose}>
      <p>
        {isAlone ? `${staffTexts.inviteAlone} ${staffTexts.inviteOthers}` : staffTexts.inviteAbout}
      </p>
      <Form
        label={staffTexts.invite}
        problems={problems}
        refusal={propose.error}
        onSubmit={() => void submit()}
        acts={
          <Button type="submit" tone="primary" isBusy={propose.isBusy}>
            {isDoneAlone ? staffTexts.inviteNow : staffTexts.propose}
          </Button>
        }
      >
        <TextField
          label={staffTexts.name}
          name="name"
          value={name}
          onChange={setName}
          problem={problems.name}
        />
        <TextField
          label={staffTexts.email}
          name="email"
          kind="email"
          value={email}
          onChange={setEmail}
          problem={problems.email}
        />
        <RoleBoxes chosen={roles} onChange={setRoles} problem={problems.roles} />
        <TextField
          label={staffTexts.reason}
          name="reason"
          isLong
          value={reason}
          onChange={setReason}
          problem={problems.reason}
        />
      </Form>
    </Dialog>
  );
}
