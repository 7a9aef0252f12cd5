import type { ReviewCase } from '@noren/contract/staff/review';
import { formatTime } from '@noren/core/money/time';
import { REVIEW_KINDS } from '@noren/core/people/document-request';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useStaffCall } from '../../api/hooks.ts';
import { reviewTexts } from '../../texts/review.ts';
import { Badge } from '../../ui/badge.tsx';
import { Age } from '../../ui/figures.tsx';
import { Acts, Page, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import { Decide } from './decide.tsx';
import { Account, ComparedFields, Corrections, Earlier, Face, Names, Score } from './evidence.tsx';
import { Pictures } from './pictures.tsx';
import style from './review.module.css';
import { wordFor } from './words.ts';

/** One case: the evidence and the decision. */
export function CaseScreen() {
  const { userId = '', kind: named } = useParams<{ userId: string; kind: string }>();
  const kind = REVIEW_KINDS.find((known) => known === named) ?? 'identity';
  const [isBusy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const answer = useStaffCall('reviewCase', { params: { userId, kind } }, { isOff: isBusy });
  const crumbs = [{ to: '/review', text: reviewTexts.crumb }];
  const busy = (isSending: boolean): void => {
    setBusy(isSending);
    // After a refusal, reload: somebody may have decided the case, or the borrower sent a new document.
    if (!isSending) void answer.refetch();
  };
  const of = answer.data;
  return (
    <Page
      title={reviewTexts.kinds[kind]}
      crumbs={crumbs}
      about={of && <Head of={of} />}
      side={of && !answer.error && <Side of={of} onBusy={busy} onDone={() => navigate('/review')} />}
    >
      <Answer of={answer} lines={10}>
        {(loaded) => <Evidence of={loaded} />}
      </Answer>
    </Page>
  );
}

function Head({ of }: { readonly of: ReviewCase }) {
  const { claim, asked } = of;
  return (
    <Acts>
      <span>{of.maskedPhone}</span>
      <Age since={of.since} />
      {of.reasons.map((reason) => (
        <Badge key={reason} tone="soon">
          {wordFor(reviewTexts.reasons, reason)}
        </Badge>
      ))}
      {claim?.isMine && <Badge tone="chosen">{reviewTexts.yours(formatTime(claim.until))}</Badge>}
      {asked && <Badge tone="plain">{reviewTexts.waitsForBorrower(reviewTexts.documents[asked.document])}</Badge>}
    </Acts>
  );
}

function Evidence({ of }: { readonly of: ReviewCase }) {
  return (
    <div className={style.stack}>
      {of.kind === 'identity' && (
        <>
          <Pictures of={of} />
          <ComparedFields of={of} />
        </>
      )}
      <Names of={of} />
      {of.kind === 'identity' && <Face of={of} />}
      <Account of={of} />
      <Score of={of} />
      <Corrections of={of} />
    </div>
  );
}

interface SideProps {
  readonly of: ReviewCase;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onDone: () => void;
}

function Side({ of, onBusy, onDone }: SideProps) {
  const isTaken = of.claim !== null && !of.claim.isMine;
  return (
    <div className={style.stack}>
      {isTaken && of.claim ? (
        <Panel title={reviewTexts.decide}>
          <p>{reviewTexts.claimedBy(of.claim.name, formatTime(of.claim.until))}</p>
        </Panel>
      ) : (
        <Decide key={of.subject} of={of} subject={of.subject} onBusy={onBusy} onDone={onDone} />
      )}
      <Earlier of={of} />
    </div>
  );
}
