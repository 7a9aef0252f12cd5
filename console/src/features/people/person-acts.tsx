import { useState } from 'react';
import { useMay } from '../../api/session.tsx';
import { approvalName } from '../../texts/permissions.ts';
import { personActTexts } from '../../texts/person-acts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/layout.tsx';
import { ProposeCoupon } from './coupon-act.tsx';
import { LinkAct } from './link-act.tsx';
import type { PersonData } from './person-data.ts';
import { Propose } from './propose.tsx';
import { ProposeRiskClass } from './renewal.tsx';
import { ProposeClaim, ProposeErasure } from './right-acts.tsx';

type Act = 'freeze' | 'limit' | 'kyc' | 'risk' | 'erasure' | 'claim' | 'coupon';

/** What staff can propose about this person, and the requests that already await approval. */
export function PersonActs({ person }: { readonly person: PersonData }) {
  const may = useMay();
  const [act, setAct] = useState<Act | null>(null);

  const close = (): void => setAct(null);
  const isFrozen = person.frozenAt !== null;
  const hasNominee = person.known.some(({ field }) => field === 'nominee');
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
        {may('propose.risk_class') && person.renewal && person.fullKycAt !== null && (
          <Button icon="edit" isWide onPress={() => setAct('risk')}>
            {personActTexts.risk}
          </Button>
        )}
        {may('propose.coupon') && !person.isErased && (
          <Button icon="plus" isWide onPress={() => setAct('coupon')}>
            {personActTexts.coupon}
          </Button>
        )}
        {may('propose.erasure') && !person.isErased && (
          <Button icon="cross" isWide onPress={() => setAct('erasure')}>
            {personActTexts.erasure}
          </Button>
        )}
        {may('propose.nominee_claim') && (person.claim !== null || hasNominee) && (
          <Button icon="people" isWide onPress={() => setAct('claim')}>
            {person.claim === null ? personActTexts.claim : personActTexts.endClaim}
          </Button>
        )}
        <p>{personActTexts.about}</p>
      </Panel>
      {act !== null && (
        <Dialog title={pickTitle(act, person)} isOpen onClose={close} wide={560}>
          <ActForm act={act} person={person} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

function pickTitle(act: Act, { frozenAt, claim }: PersonData): string {
  if (act === 'freeze') return frozenAt === null ? personActTexts.freeze : personActTexts.unfreeze;
  if (act === 'claim') return claim === null ? personActTexts.claim : personActTexts.endClaim;

  return personActTexts[act];
}

function ActForm({ act, person, onClose }: PersonProposalProps & { readonly act: Act }) {
  switch (act) {
    case 'freeze': {
      const isFrozen = person.frozenAt !== null;

      return (
        <Propose
          proposal={{ kind: 'lending_freeze', userId: person.userId, isFrozen: !isFrozen }}
          about={isFrozen ? personActTexts.unfreezeWhy : personActTexts.freezeWhy}
          onClose={onClose}
        />
      );
    }
    case 'limit':
      return <ProposeLimit person={person} onClose={onClose} />;
    case 'kyc':
      return <ProposeKyc person={person} onClose={onClose} />;
    case 'risk':
      return <ProposeRiskClass person={person} onClose={onClose} />;
    case 'coupon':
      return <ProposeCoupon person={person} onClose={onClose} />;
    case 'erasure':
      return <ProposeErasure person={person} onClose={onClose} />;
    case 'claim':
      return <ProposeClaim person={person} onClose={onClose} />;
    default:
      return act satisfies never;
  }
}

interface PersonProposalProps {
  readonly person: PersonData;
  readonly onClose: () => void;
}

function ProposeLimit({ person: { userId, credit }, onClose }: PersonProposalProps) {
  const [limitPaise, setLimit] = useState<number | null>(credit.limitPaise);
  const proposal =
    limitPaise === null ? null : { kind: 'limit_override' as const, userId, limitPaise };

  return (
    <Propose proposal={proposal} about={personActTexts.limitWhy} onClose={onClose}>
      <MoneyField
        label={personActTexts.newLimit}
        name="limitPaise"
        value={limitPaise}
        onChange={setLimit}
      />
    </Propose>
  );
}

const MIN_HOW_LENGTH = 3;

function ProposeKyc({ person: { userId }, onClose }: PersonProposalProps) {
  const [how, setHow] = useState('');
  const plain = how.trim();
  const proposal =
    plain.length < MIN_HOW_LENGTH ? null : { kind: 'full_kyc' as const, userId, how: plain };

  return (
    <Propose proposal={proposal} about={personActTexts.kycWhy} onClose={onClose}>
      <TextField
        label={personActTexts.how}
        hint={personActTexts.howHint}
        name="how"
        value={how}
        onChange={setHow}
      />
    </Propose>
  );
}
