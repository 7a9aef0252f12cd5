import type { StaffEffect } from '@noren/contract/staff/approvals';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { EffectView } from '../../shared/effect-view.tsx';
import { approvalTexts, requestTexts } from '../../texts/approvals.ts';
import { approvalName } from '../../texts/permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Due, Instant, Money } from '../../ui/figures.tsx';
import { Acts, KeyValues, Page, Panel } from '../../ui/layout.tsx';
import { Answer, TroubleState } from '../../ui/states.tsx';
import { ChangesSince } from './changes-since.tsx';
import { Decision } from './decision.tsx';

type Request = StaffAnswer<'approval'>;

/** One request: its effect now, what changed since the proposal, the two people, and the decision. */
export function Approval() {
  const { requestId = '' } = useParams();
  const loaded = useStaffCall('approval', { params: { requestId } });
  // The new effect that the server answered because it differs from the one on the screen.
  const [changedTo, setChangedTo] = useState<StaffEffect | null>(null);
  const request = loaded.data;
  const effect = changedTo ?? request?.effectNow ?? null;
  return (
    <Page
      title={request ? approvalName(request.approval.kind) : approvalTexts.title}
      crumbs={[{ to: '/approvals', text: approvalTexts.title }]}
      about={request && <About request={request} />}
      side={request && <Side request={request} effect={effect} onChanged={setChangedTo} />}
    >
      <Answer of={loaded}>
        {(found) => (
          <>
            {changedTo !== null && (
              <div role="alert">
                <Panel title={requestTexts.alert}>
                  <p>{requestTexts.alertWhy}</p>
                </Panel>
              </div>
            )}
            {found.problem !== null && <TroubleState trouble={{ code: 'not_possible', message: found.problem }} />}
            <Proposal request={found} />
            {effect !== null && <EffectView effect={effect} />}
            {effect === null && found.effectWhenMade !== null && (
              <Panel title={requestTexts.effectThen}>
                <EffectView effect={found.effectWhenMade} />
              </Panel>
            )}
            {effect !== null && found.effectWhenMade !== null && (
              <ChangesSince made={found.effectWhenMade} now={effect} />
            )}
          </>
        )}
      </Answer>
    </Page>
  );
}

function About({ request: { approval } }: { readonly request: Request }) {
  const { state, expiresAt, repayId } = approval;
  return (
    <Acts>
      {repayId !== null && <span>{repayId}</span>}
      <Badge tone={state === 'open' ? 'chosen' : state === 'approved' ? 'good' : 'plain'}>
        {approvalTexts.states[state]}
      </Badge>
      {state === 'open' && <Due at={expiresAt} />}
    </Acts>
  );
}

function Proposal({ request: { approval, proposal, decisionReason } }: { readonly request: Request }) {
  const rows = Object.entries(proposal).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[requestTexts.field[name] ?? name, shownValue(name, value)] as const],
  );
  return (
    <Panel
      title={requestTexts.proposal}
      about={
        <>
          {requestTexts.proposedBy(approval.makerName)} <Instant at={approval.madeAt} />
        </>
      }
    >
      <KeyValues
        rows={[
          [approvalTexts.reason, approval.reason],
          ...(approval.repayId === null ? [] : [[approvalTexts.order, approval.repayId] as const]),
          ...rows,
          ...(decisionReason === null ? [] : [[requestTexts.decidedWhy, decisionReason] as const]),
        ]}
      />
    </Panel>
  );
}

function shownValue(name: string, value: unknown) {
  if (name.endsWith('Paise') && typeof value === 'number') return <Money amount={value} />;
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

interface SideProps {
  readonly request: Request;
  readonly effect: StaffEffect | null;
  readonly onChanged: (effect: StaffEffect | null) => void;
}

function Side({ request, effect, onChanged }: SideProps) {
  const { approval, effectWhenMade, problem } = request;
  const { makerName, checkerName, state, isMineToDecide } = approval;
  const isBalanced = (effect?.journals ?? []).every(
    ({ lines }) => lines.reduce((sum, [, amount]) => sum + amount, 0) === 0,
  );
  const isSame = JSON.stringify(effect) === JSON.stringify(effectWhenMade);
  const checker = checkerName ?? (isMineToDecide ? approvalTexts.you : requestTexts.waits);
  return (
    <>
      <Panel title={requestTexts.people}>
        <KeyValues
          rows={[
            [requestTexts.maker, approval.isMine ? approvalTexts.you : makerName],
            [requestTexts.checker, state === 'approved' && checkerName === null ? approvalTexts.alone : checker],
          ]}
        />
        <p>{requestTexts.rule}</p>
      </Panel>
      {state === 'open' && (
        <>
          <Panel title={requestTexts.checks}>
            <KeyValues
              rows={[
                [requestTexts.checkPossible, <YesNo key="possible" isYes={problem === null} />],
                [requestTexts.checkBalanced, <YesNo key="balanced" isYes={isBalanced} />],
                [requestTexts.checkSame, <YesNo key="same" isYes={isSame} />],
                [requestTexts.checkOther, <YesNo key="other" isYes />],
              ]}
            />
          </Panel>
          <Decision approval={approval} effect={effect} onChanged={onChanged} />
        </>
      )}
    </>
  );
}

function YesNo({ isYes }: { readonly isYes: boolean }) {
  return (
    <Badge tone={isYes ? 'good' : 'soon'} icon={isYes ? 'tick' : 'late'}>
      {isYes ? requestTexts.yes : requestTexts.no}
    </Badge>
  );
}
