import type { RequestMoney, StaffEffect } from '@noren/contract/staff/approvals';
import type { LinkSegment } from '@noren/core/lending/link-campaign';
import type { IdentityLevel } from '@noren/core/people/identity-level';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { Comments } from '../../shared/comments.tsx';
import { EffectView } from '../../shared/effect-view.tsx';
import { Happened } from '../../shared/happened.tsx';
import { approvalTexts, requestTexts } from '../../texts/approvals.ts';
import { codeText } from '../../texts/codes.ts';
import { identityTexts } from '../../texts/identity.ts';
import { linkTexts } from '../../texts/links.ts';
import { roleNames } from '../../texts/permissions.ts';
import { refusalText } from '../../texts/refusals.ts';
import { moneyAbout, requestTitle } from '../../texts/request-money.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Day, Due, Instant, Money } from '../../ui/figures.tsx';
import { Acts, KeyValues, Page, Panel } from '../../ui/layout.tsx';
import { Answer, TroubleState } from '../../ui/states.tsx';
import { ChangedEffect, ChangesSince } from './changes-since.tsx';
import { Decision } from './decision.tsx';
import { ProposedList } from './proposed-list.tsx';

type Request = StaffAnswer<'approval'>;

/**
 * One request: its effect now, what changed since the proposal, the two people, and the decision.
 */
export function Approval() {
  const { requestId = '' } = useParams();
  const loaded = useStaffCall('approval', { params: { requestId } });
  // The new effect that the server answered because it differs from the one on the screen.
  const [changedTo, setChangedTo] = useState<StaffEffect | null>(null);
  const [seen, setSeen] = useState<StaffEffect | null>(null);
  const [isAnswerLost, setAnswerLost] = useState(false);

  const request = loaded.data;
  const effect = changedTo ?? request?.effectNow ?? null;

  const change = (next: StaffEffect | null): void => {
    setSeen(effect);
    setChangedTo(next);
  };

  const shown = effect ?? request?.effectDone ?? null;
  const money = shown?.money ?? request?.approval.money ?? null;

  return (
    <Page
      title={request ? requestTitle({ ...request.approval, money }) : approvalTexts.title}
      crumbs={[{ to: '/approvals', text: approvalTexts.title }]}
      about={request && <Head request={request} money={money} />}
      side={
        request && (
          <Side request={request} effect={effect} onChanged={change} onLost={setAnswerLost} />
        )
      }
    >
      <Answer of={loaded}>
        {(found) => (
          <>
            {isAnswerLost && <Happened state={found.approval.state} />}
            {changedTo !== null && seen !== null && <ChangedEffect seen={seen} now={changedTo} />}
            {found.problem !== null && (
              <TroubleState
                trouble={{ code: 'not_possible', message: refusalText(found.problem) }}
              />
            )}

            <Proposal request={found} />
            {effect !== null && <EffectView effect={effect} />}

            {found.effectDone !== null && (
              <Panel title={requestTexts.effectDone}>
                <EffectView effect={found.effectDone} isDone />
              </Panel>
            )}

            {effect === null && found.effectDone === null && found.effectWhenMade !== null && (
              <Panel title={requestTexts.effectThen}>
                <EffectView effect={found.effectWhenMade} />
              </Panel>
            )}

            {shown !== null && found.effectWhenMade !== null && (
              <ChangesSince
                made={found.effectWhenMade}
                now={shown}
                isDone={found.effectDone !== null}
              />
            )}
          </>
        )}
      </Answer>
    </Page>
  );
}

function Head({
  request: { approval },
  money,
}: {
  readonly request: Request;
  readonly money: RequestMoney | null;
}) {
  const { state, expiresAt, repayId, isMineToAnswer } = approval;

  return (
    <Acts>
      {money && <span>{moneyAbout(money)}</span>}
      {repayId !== null && <span>{repayId}</span>}
      <Badge tone={state === 'open' ? 'chosen' : state === 'approved' ? 'good' : 'plain'}>
        {approvalTexts.states[state]}
      </Badge>
      {state === 'open' && (
        <span>
          {approvalTexts.expires} <Due at={expiresAt} />
        </span>
      )}
      {isMineToAnswer && <Badge tone="soon">{approvalTexts.yourTurn}</Badge>}
    </Acts>
  );
}

const CODE = /^[a-z_]+$/;
const BUSINESS_DAY = /^\d{4}-\d{2}-\d{2}$/;
const isNestedObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Ids, which mean nothing to a reader: what they name is shown beside them. */
const HIDDEN = new Set(['kind', 'repayId', 'journalId', 'userId', 'staffId', 'proofId', 'listId']);

function Proposal({
  request: { approval, proposal, decisionReason },
}: {
  readonly request: Request;
}) {
  const rows = Object.entries(proposal).flatMap(([name, value]) =>
    value === null || value === undefined || HIDDEN.has(name) || isNestedObject(value)
      ? []
      : [[requestTexts.field[name] ?? name, renderValue(name, value)] as const],
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
          ...(approval.person === null
            ? []
            : [[approvalTexts.person, <About key="about" approval={approval} />] as const]),
          [approvalTexts.reason, approval.reason],
          ...(approval.repayId === null ? [] : [[approvalTexts.order, approval.repayId] as const]),
          ...rows,
          ...(decisionReason === null ? [] : [[requestTexts.decidedWhy, decisionReason] as const]),
        ]}
      />

      {'listId' in proposal && <ProposedList listId={String(proposal.listId)} />}

      {Object.values(proposal).some(isNestedObject) && (
        <LinkButton to={`/products/requests/${approval.requestId}`}>
          {requestTexts.change}
        </LinkButton>
      )}
    </Panel>
  );
}

/** Whom it is about; a borrower leads to the page about them. */
function About({ approval: { userId, person } }: { readonly approval: Request['approval'] }) {
  const may = useMay();
  return userId !== null && may('person.read') ? (
    <Link to={`/people/${userId}`}>{person}</Link>
  ) : (
    person
  );
}

function renderValue(name: string, value: unknown) {
  if (name.endsWith('Paise') && typeof value === 'number') return <Money amount={value} />;
  if (name === 'level') return identityTexts.levels[value as IdentityLevel] ?? String(value);
  if (name === 'segment') return linkTexts.segments[value as LinkSegment] ?? String(value);
  // The only list that a proposal holds is one of roles.
  if (Array.isArray(value)) return roleNames(value.map(String));
  if (typeof value === 'boolean') return value ? requestTexts.yes : requestTexts.no;
  if (typeof value === 'string' && BUSINESS_DAY.test(value)) return <Day day={value} />;

  return typeof value === 'string' && CODE.test(value) ? codeText(value) : String(value);
}

interface SideProps {
  readonly request: Request;
  readonly effect: StaffEffect | null;
  readonly onChanged: (effect: StaffEffect | null) => void;
  /** Called with whether it is unknown that the decision was carried out. */
  readonly onLost: (isLost: boolean) => void;
}

function Side({ request, effect, onChanged, onLost }: SideProps) {
  const { approval, effectWhenMade, problem } = request;
  const { makerName, checkerName, state, isMineToDecide, decidedAt } = approval;

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
            [
              requestTexts.checker,
              state === 'approved' && checkerName === null ? approvalTexts.alone : checker,
            ],
            ...(decidedAt === null
              ? []
              : [[approvalTexts.decided, <Instant key="decided" at={decidedAt} />] as const]),
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
              ]}
            />
          </Panel>
          <Decision
            approval={approval}
            effect={effect}
            decision={request.proposal.decision}
            onChanged={onChanged}
            onLost={onLost}
          />
        </>
      )}
      <Comments request={request} />
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
