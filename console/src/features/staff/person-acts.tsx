import type { StaffPerson } from '@noren/contract/staff/staff';
import type { Role } from '@noren/core/staff/roles';
import { type ReactNode, useState } from 'react';
import type { StaffInput } from '../../api/client.ts';
import { useStaffSend } from '../../api/hooks.ts';
import { OpenRequest } from '../../shared/open-request.tsx';
import { staffTexts } from '../../texts/staff.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { CopiedText } from '../../ui/copied-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Acts } from '../../ui/layout.tsx';
import { TroubleState } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { exclusionProblem, RoleBoxes } from './role-boxes.tsx';

type Act = 'roles' | 'reinvite' | 'remove';

/**
 * Actions of an administrator on another person. Roles and re-enrolment need a second
 * administrator.
 */
export function PersonActs({ person }: { readonly person: StaffPerson }) {
  const [act, setAct] = useState<Act | null>(null);
  const close = (): void => setAct(null);

  return (
    <>
      <Acts>
        {person.state === 'invited' && <InvitationLink person={person} />}
        <Button onPress={() => setAct('roles')}>{staffTexts.changeRoles}</Button>
        {person.state === 'active' && (
          <Button onPress={() => setAct('reinvite')}>{staffTexts.reinvite}</Button>
        )}
        <EndSessions person={person} />
        <Button tone="danger" onPress={() => setAct('remove')}>
          {staffTexts.remove}
        </Button>
      </Acts>
      {act === 'roles' && <ChangeRoles person={person} onClose={close} />}
      {act === 'reinvite' && <Reinvite person={person} onClose={close} />}
      {act === 'remove' && <Remove person={person} onClose={close} />}
    </>
  );
}

function InvitationLink({ person }: { readonly person: StaffPerson }) {
  const make = useStaffSend('invitationLink');

  return (
    <>
      <Button
        tone="primary"
        icon="key"
        isBusy={make.isBusy}
        onPress={() => void make.send({ body: { staffId: person.staffId } })}
      >
        {staffTexts.link}
      </Button>
      {make.error && <TroubleState trouble={make.error} />}
      <Dialog
        title={staffTexts.linkTitle(person.name)}
        isOpen={make.data !== undefined}
        isPersistent
        onClose={make.reset}
      >
        {make.data && <CopiedText text={make.data.url} />}
        <p>{staffTexts.linkOnce(person.name)}</p>
        <Acts>
          <Button onPress={make.reset}>{staffTexts.linkDone}</Button>
        </Acts>
      </Dialog>
    </>
  );
}

function EndSessions({ person }: { readonly person: StaffPerson }) {
  const end = useStaffSend('endPersonSessions');
  const toast = useToast();

  const run = async (): Promise<void> => {
    const answer = await end.send({ body: { staffId: person.staffId } });
    if (answer) toast(staffTexts.ended(answer.ended));
  };

  return (
    <>
      <Button isBusy={end.isBusy} onPress={() => void run()}>
        {staffTexts.endSessions}
      </Button>
      {end.error && <TroubleState trouble={end.error} />}
    </>
  );
}

interface ActProps {
  readonly person: StaffPerson;
  readonly onClose: () => void;
}

function ChangeRoles({ person, onClose }: ActProps) {
  const [roles, setRoles] = useState<readonly Role[]>(person.roles);
  const isExcluded = exclusionProblem(roles) !== undefined;

  return (
    <Propose
      title={staffTexts.changeOf(person.name)}
      proposal={{ kind: 'role_change', staffId: person.staffId, roles: [...roles] }}
      isOff={isExcluded}
      onClose={onClose}
    >
      <RoleBoxes chosen={roles} onChange={setRoles} />
    </Propose>
  );
}

function Reinvite({ person, onClose }: ActProps) {
  const proposal = { kind: 'staff_invitation' as const, staffId: person.staffId };

  return (
    <Propose title={staffTexts.reinviteOf(person.name)} proposal={proposal} onClose={onClose}>
      <p>{staffTexts.reinviteWhat}</p>
    </Propose>
  );
}

interface ProposeProps {
  readonly title: string;
  readonly proposal: StaffInput<'propose'>['body']['proposal'];
  readonly isOff?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Propose({ title, proposal, isOff, onClose, children }: ProposeProps) {
  const propose = useStaffSend('propose');
  const toast = useToast();

  const run = async (reason: string): Promise<void> => {
    if (isOff) return;

    const answer = await propose.send({ body: { proposal, reason } });
    if (answer === undefined) return;

    toast(answer.state === 'approved' ? staffTexts.doneChange : staffTexts.proposed);
    onClose();
  };

  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <ConfirmPanel
        title={title}
        act={staffTexts.propose}
        isBusy={propose.isBusy}
        error={propose.error}
        onConfirm={(reason) => void run(reason)}
        onCancel={onClose}
      >
        {children}
        <OpenRequest refusal={propose.error} />
      </ConfirmPanel>
    </Dialog>
  );
}

function Remove({ person, onClose }: ActProps) {
  const remove = useStaffSend('removePerson');
  const toast = useToast();
  const { staffId, name } = person;

  const run = async (reason: string): Promise<void> => {
    if ((await remove.send({ body: { staffId, reason } })) === undefined) return;

    toast(staffTexts.removed(name));
    onClose();
  };

  return (
    <Dialog title={staffTexts.removeOf(name)} isOpen onClose={onClose}>
      <ConfirmPanel
        title={staffTexts.removeOf(name)}
        act={staffTexts.remove}
        tone="danger"
        isBusy={remove.isBusy}
        error={remove.error}
        onConfirm={(reason) => void run(reason)}
        onCancel={onClose}
      >
        <p>{staffTexts.removeWhat}</p>
      </ConfirmPanel>
    </Dialog>
  );
}
