import { useState } from 'react';
import { personActTexts } from '../../texts/person-acts.ts';
import { MoneyField, NumberField, RadioList } from '../../ui/fields.tsx';
import type { PersonData } from './person-data.ts';
import { Propose } from './propose.tsx';

const KINDS = ['fee', 'interest', 'repay'] as const;
const DAYS = 30;

/** A coupon for one person, usable for some days from its approval. */
export function ProposeCoupon({
  person: { userId },
  onClose,
}: {
  readonly person: PersonData;
  readonly onClose: () => void;
}) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('repay');
  const [amount, setAmount] = useState<number | null>(null);
  const [minPrincipal, setMinPrincipal] = useState<number | null>(0);
  const [days, setDays] = useState<number | null>(DAYS);

  const isComplete = amount !== null && amount > 0 && minPrincipal !== null && days !== null;
  const proposal = isComplete
    ? {
        kind: 'coupon' as const,
        userId,
        days,
        coupon: { kind, discount: { amount }, minPrincipal },
      }
    : null;

  return (
    <Propose proposal={proposal} about={personActTexts.couponWhy} onClose={onClose}>
      <RadioList
        label={personActTexts.couponKind}
        name="kind"
        value={kind}
        onChange={setKind}
        options={KINDS.map((id) => ({ id, text: personActTexts.couponKinds[id] }))}
      />
      <MoneyField
        label={personActTexts.couponAmount}
        name="amount"
        value={amount}
        onChange={setAmount}
      />
      <MoneyField
        label={personActTexts.couponLeast}
        name="minPrincipal"
        value={minPrincipal}
        onChange={setMinPrincipal}
      />
      <NumberField label={personActTexts.couponDays} name="days" value={days} onChange={setDays} />
    </Propose>
  );
}
