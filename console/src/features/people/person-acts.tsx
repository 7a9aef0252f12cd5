import type { StaffProposal } from '@noren/contract/staff/approvals';
import { type ReactNode, useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { EffectView } from '../../shared/effect-view.tsx';
import { approvalName } from '../../texts/permissions.ts';
import { personActTexts } from '../../texts/person-acts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import { LinkAct } from './link-act.tsx';
import type { PersonData } from './person-data.ts';

type Act = 'freeze' | 'limit' | 'kyc';

/** What can be asked for about this person, and what waits for a second one already. */
export function PersonActs({ person }: { readonly person: PersonData }) {
  const may = useMay();
  const [act, setAct] = useState<Act | null>(null);
  const close = (): void => setAct(null);
  const isFrozen = person.frozenAt !== null;
  const freezeText = isFrozen ? personActTexts.unfreeze : personActTexts.freeze;
  return (
    <>
      {person.openRequests.length > 0 && (
        <Panel title={personActTexts.waits}>
          {person.openRequests.map(({ requestId, kind, makerName }) => (
            <LinkButton key={requestId} to={`/approvals/${requestId}`}>
              {personActTexts.waitsFor(approvalName(kind), makerName)}
            </LinkButton>
          ))}
        </Panel>
      )}
      <Panel title={personActTexts.next}>
        {may('links.make') && <LinkAct person={person} />}
        {may('propose.lending_freeze') && (
          <Button icon="lock" isWide onPress={() => setAct('freeze')}>
            {freezeText}
          </Button>
        )}
        {may('propose.limit_override') && person.credit.state === 'approved' && (
          <Button icon="edit" isWide onPress={() => setAct('limit')}>
            {personActTexts.limit}
          </Button>
        )}
        {may('propose.full_kyc') && person.fullKycAt === null && (
          <Button icon="tick" isWide onPress={() => setAct('kyc')}>
            {personActTexts.kyc}
          </Button>
        )}
        <p>{personActTexts.about}</p>
      </Panel>
      <Dialog
        title={act === 'freeze' ? freezeText : act === 'limit' ? personActTexts.limit : personActTexts.kyc}
        isOpen={act !== null}
        onClose={close}
        wide={560}
      >
        {act === 'freeze' && (
          <Propose
            proposal={{ kind: 'lending_freeze', userId: person.userId, isFrozen: !isFrozen }}
            about={isFrozen ? personActTexts.unfreezeWhy : personActTexts.freezeWhy}
            onClose={close}
          />
        )}
        {act === 'limit' && <ProposeLimit person={person} onClose={close} />}
        {act === 'kyc' && <ProposeKyc person={person} onClose={close} />}
      </Dialog>
    </>
  );
}

interface ProposeProps {
  /** Null while its fields are not complete. */
  readonly proposal: StaffProposal | null;
  readonly about: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Shows what a request would do, then asks for it with a reason. */
function Propose({ proposal, about, onClose, children }: ProposeProps) {
  const preview = useStaffSend('previewApproval');
  const propose = useStaffSend('propose');
  const toast = useToast();
  const [shownFor, setShownFor] = useState('');
  const isShown = preview.data !== undefined && shownFor === JSON.stringify(proposal);
  const show = async (): Promise<void> => {
    if (proposal === null) return;
    setShownFor(JSON.stringify(proposal));
    await preview.send({ body: { proposal } });
  };
  const confirm = async (reason: string): Promise<void> => {
    if (proposal === null || !(await propose.send({ body: { proposal, reason } }))) return;
    onClose();
    toast(personActTexts.asked);
  };
  return (
    <>
      <p>{about}</p>
      {children}
      {!isShown && (
        <Button tone="primary" isDisabled={proposal === null} isBusy={preview.isBusy} onPress={() => void show()}>
          {personActTexts.show}
        </Button>
      )}
      {preview.error && <p role="alert">{preview.error.message}</p>}
      {isShown && preview.data && (
        <ConfirmPanel
          title={personActTexts.ask}
          act={personActTexts.ask}
          isBusy={propose.isBusy}
          error={propose.error}
          onConfirm={(reason) => void confirm(reason)}
          onCancel={onClose}
        >
          <EffectView effect={preview.data.effect} />
        </ConfirmPanel>
      )}
    </>
  );
}

interface PersonProposalProps {
  readonly person: PersonData;
  readonly onClose: () => void;
}

function ProposeLimit({ person: { userId, credit }, onClose }: PersonProposalProps) {
  const [limitPaise, setLimit] = useState<number | null>(credit.limitPaise);
  const proposal = limitPaise === null ? null : { kind: 'limit_override' as const, userId, limitPaise };
  return (
    <Propose proposal={proposal} about={personActTexts.limitWhy} onClose={onClose}>
      <MoneyField label={personActTexts.newLimit} name="limitPaise" value={limitPaise} onChange={setLimit} />
    </Propose>
  );
}

const LEAST_HOW = 3;

function ProposeKyc({ person: { userId }, onClose }: PersonProposalProps) {
  const [how, setHow] = useState('');
  const plain = how.trim();
  const proposal = plain.length < LEAST_HOW ? null : { kind: 'full_kyc' as const, userId, how: plain };
  return (
    <Propose proposal={proposal} about={personActTexts.kycWhy} onClose={onClose}>
      <TextField label={personActTexts.how} hint={personActTexts.howHint} name="how" value={how} onChange={setHow} />
    </Propose>
  );
}
