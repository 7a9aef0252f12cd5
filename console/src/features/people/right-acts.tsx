import type { StaffProposal } from '@noren/contract/staff/approvals';
import { ERASURE_REFUSALS, type ErasureRefusal } from '@noren/core/lending/erasure';
import { useState } from 'react';
import { personActTexts } from '../../texts/person-acts.ts';
import { RadioList, SelectField, TextField } from '../../ui/fields.tsx';
import type { PersonData } from './person-data.ts';
import { Propose } from './propose.tsx';

interface RightActProps {
  readonly person: PersonData;
  readonly onClose: () => void;
}

type Erasure = Extract<StaffProposal, { kind: 'erasure' }>;

/**
 * A request for erasure that needs a person: carried out before its waiting time, or refused with a
 * reason.
 */
export function ProposeErasure({ person: { userId, claim }, onClose }: RightActProps) {
  const [askedBy, setAskedBy] = useState<Erasure['askedBy']>('borrower');
  const [decision, setDecision] = useState<Erasure['decision']>('erase');
  const [why, setWhy] = useState<ErasureRefusal>('not_proved');

  const proposal = {
    kind: 'erasure' as const,
    userId,
    askedBy,
    decision,
    ...(decision === 'refuse' && { why }),
  };

  return (
    <Propose proposal={proposal} about={personActTexts.erasureWhy} onClose={onClose}>
      {claim !== null && (
        <RadioList
          label={personActTexts.askedBy}
          name="askedBy"
          value={askedBy}
          onChange={setAskedBy}
          options={(['borrower', 'nominee'] as const).map((id) => ({
            id,
            text: personActTexts.askers[id],
          }))}
        />
      )}
      <RadioList
        label={personActTexts.decision}
        name="decision"
        value={decision}
        onChange={setDecision}
        options={(['erase', 'refuse'] as const).map((id) => ({
          id,
          text: personActTexts.decisions[id],
        }))}
      />
      {decision === 'refuse' && (
        <SelectField
          label={personActTexts.refusal}
          name="why"
          value={why}
          onChange={setWhy}
          options={ERASURE_REFUSALS.map((id) => ({ id, text: personActTexts.refusals[id] }))}
        />
      )}
    </Propose>
  );
}

const LEAST_EVIDENCE = 3;

/** A nominee's claim after the borrower's death, or the end of one that was wrong. */
export function ProposeClaim({ person: { userId, claim }, onClose }: RightActProps) {
  const [evidence, setEvidence] = useState('');
  const plain = evidence.trim();
  const isClaimed = claim === null;

  const proposal =
    plain.length < LEAST_EVIDENCE
      ? null
      : { kind: 'nominee_claim' as const, userId, isClaimed, evidence: plain };

  return (
    <Propose
      proposal={proposal}
      about={isClaimed ? personActTexts.claimWhy : personActTexts.endClaimWhy}
      onClose={onClose}
    >
      <TextField
        label={personActTexts.evidence}
        hint={personActTexts.evidenceHint}
        name="evidence"
        value={evidence}
        onChange={setEvidence}
      />
    </Propose>
  );
}
