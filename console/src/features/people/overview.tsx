import type { ReactNode } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { IdentitySource, PanCheck } from '../../shared/identity-source.tsx';
import { identityTexts } from '../../texts/identity.ts';
import { FIELD_TEXTS, personTexts, STEP_STATES, STEP_TEXTS } from '../../texts/people.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Instant, Money } from '../../ui/figures.tsx';
import { Columns, KeyValues, Panel, Timeline } from '../../ui/layout.tsx';
import { Masked } from '../../ui/masked.tsx';
import { Empty } from '../../ui/states.tsx';
import type { PersonData } from './person-data.ts';
import { PhoneChangePanel } from './phone-change.tsx';
import { RenewalPanel } from './renewal.tsx';

const STEP_TONES = {
  done: 'good',
  now: 'soon',
  later: 'plain',
  waiting: 'chosen',
  refused: 'bad',
} as const;

const CREDIT_TONES: Readonly<Record<PersonData['credit']['state'], Tone>> = {
  approved: 'good',
  evaluating: 'plain',
  review: 'soon',
  declined: 'bad',
};

/** What is known, where onboarding is, the limit, what was decided and why. */
export function Overview({ person }: { readonly person: PersonData }) {
  return (
    <Columns least={340}>
      {person.claim && <Claim claim={person.claim} />}
      {person.phoneChange && (
        <PhoneChangePanel userId={person.userId} change={person.phoneChange} />
      )}

      <Known person={person} />
      <Panel title={personTexts.steps}>
        <KeyValues
          rows={person.steps.map(({ step, state }) => [
            STEP_TEXTS[step],
            <Badge key={step} tone={STEP_TONES[state]}>
              {STEP_STATES[state]}
            </Badge>,
          ])}
        />
      </Panel>

      <Limit person={person} />
      <RenewalPanel renewal={person.renewal} />
      <Decisions person={person} />
    </Columns>
  );
}

function Claim({ claim }: { readonly claim: NonNullable<PersonData['claim']> }) {
  const texts = personTexts.claimFacts;

  return (
    <Panel title={personTexts.claimTitle}>
      <KeyValues
        rows={[
          [texts.since, <Instant key="since" at={claim.claimedAt} />],
          [texts.evidence, claim.evidence],
          [texts.may, texts.mayText],
          [texts.mayNot, texts.mayNotText],
        ]}
      />
    </Panel>
  );
}

function Known({ person }: { readonly person: PersonData }) {
  const may = useMay();
  const reveal = useStaffSend('revealBorrower');
  const { userId, known, email, addressFromSource } = person;

  return (
    <Panel title={personTexts.known} about={personTexts.knownAbout}>
      {known.length === 0 && <Empty title={personTexts.nothingKnown} />}
      <KeyValues
        rows={[
          ...known.map(({ field, masked }): [string, ReactNode] => [
            FIELD_TEXTS[field],
            <Masked
              key={field}
              label={FIELD_TEXTS[field]}
              masked={masked}
              {...(may('person.reveal') && {
                onReveal: async (reason: string) =>
                  (await reveal.sendOrThrow({ params: { userId }, body: { field, reason } })).value,
              })}
            />,
          ]),
          ...(email === null
            ? []
            : [[personTexts.email, <Email key="email" email={email} />] as const]),
          ...(addressFromSource === null
            ? []
            : [[personTexts.addressFrom, personTexts.addressSources(addressFromSource)] as const]),
        ]}
      />
    </Panel>
  );
}

const EMAIL_TONES = { waiting: 'soon', confirmed: 'good', ended: 'bad' } as const;

/** Whether e-mails go to the address. */
function Email({ email }: { readonly email: NonNullable<PersonData['email']> }) {
  const { masked, state, since, endedBecause } = email;

  return (
    <>
      {masked} <Badge tone={EMAIL_TONES[state]}>{personTexts.emailStates[state]}</Badge>{' '}
      <Instant at={since} />
      {endedBecause !== null && ` ${personTexts.emailEnds[endedBecause]}`}
    </>
  );
}

function Limit({ person: { credit } }: { readonly person: PersonData }) {
  return (
    <Panel
      title={personTexts.limit}
      acts={
        <Badge tone={CREDIT_TONES[credit.state]}>{personTexts.creditStates[credit.state]}</Badge>
      }
    >
      <KeyValues
        rows={[
          [personTexts.limitOf, <Money key="limit" amount={credit.limitPaise} />],
          [personTexts.owed, <Money key="owed" amount={credit.owedPaise} />],
          [personTexts.held, <Money key="held" amount={credit.heldPaise} />],
          [personTexts.available, <Money key="available" amount={credit.availablePaise} />],
          [personTexts.ceiling, <Money key="ceiling" amount={credit.ceilingLeftPaise} />],
          [identityTexts.level, identityTexts.levels[credit.identity.level]],
          [identityTexts.allows, <Money key="level" amount={credit.identity.mostPaise} />],
          [identityTexts.why, <IdentitySource key="source" source={credit.identity.source} />],
          [identityTexts.panRegister, <PanCheck key="pan" pan={credit.identity.pan} />],
        ]}
      />

      {credit.isLocked && (
        <Badge tone="bad" icon="late">
          {personTexts.locked}
        </Badge>
      )}
    </Panel>
  );
}

function Decisions({ person: { decisions } }: { readonly person: PersonData }) {
  return (
    <Panel title={personTexts.decisions}>
      {decisions.length === 0 ? (
        <Empty title={personTexts.noDecisions} />
      ) : (
        <Timeline
          events={decisions.map(
            ({ id, at, kind, outcome, reasons, repayId, scorecard, score }) => ({
              id,
              title: personTexts.decision(personTexts.decisionKinds[kind], outcome),
              about: (
                <>
                  <Instant at={at} /> {repayId}{' '}
                  {scorecard !== null && personTexts.scored(scorecard, score)}
                  {reasons.map((reason) => (
                    <div key={reason}>{reason}</div>
                  ))}
                </>
              ),
              ...(['declined', 'refuse'].includes(outcome) && { tone: 'bad' as const }),
            }),
          )}
        />
      )}
    </Panel>
  );
}
