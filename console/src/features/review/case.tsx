import type { ReviewAddress, ReviewCase } from '@noren/contract/staff/review';
import { formatTime } from '@noren/core/money/time';
import { REVIEW_KINDS } from '@noren/core/people/document-request';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useStaffCall, useStaffSend } from '../../api/hooks.ts';
import { reviewTexts } from '../../texts/review.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Due } from '../../ui/figures.tsx';
import { useKeys } from '../../ui/keys.tsx';
import { Acts, Page, Panel } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import { Answer } from '../../ui/states.tsx';
import { useAnnounce } from '../../ui/toast.tsx';
import { ComparedFields } from './compared-fields.tsx';
import { Decide } from './decide.tsx';
import {
  Account,
  ApprovedLevel,
  Corrections,
  Earlier,
  Face,
  Names,
  Score,
  SignedSource,
} from './evidence.tsx';
import { Hit } from './hit.tsx';
import { Pictures } from './pictures.tsx';
import style from './review.module.css';
import { wordFor } from './words.ts';

/** One case on one screen: the evidence, the decision, and the way to the next case. */
export function CaseScreen() {
  const { userId = '', kind: named } = useParams<{ userId: string; kind: string }>();
  const kind = REVIEW_KINDS.find((known) => known === named) ?? 'identity';
  const [isBusy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const answer = useStaffCall('reviewCase', { params: { userId, kind } }, { isOff: isBusy });

  const crumbs = [{ to: '/review', text: reviewTexts.crumb }];

  const busy = (isSending: boolean): void => {
    setBusy(isSending);
    // After a refusal, reload: somebody may have decided the case, or the borrower sent a new
    // document.
    if (!isSending) void answer.refetch();
  };

  const openNext = (next: ReviewAddress | null): void => {
    // Of several corrections of one person the next has the same address.
    if (next?.userId === userId && next.kind === kind) busy(false);
    else navigate(next ? toReviewPath(next) : '/review');
  };

  const reviewCase = answer.data;

  return (
    <Page
      title={reviewTexts.kinds[kind]}
      crumbs={crumbs}
      about={reviewCase && <Head reviewCase={reviewCase} />}
      acts={reviewCase && !answer.error && <CaseActs reviewCase={reviewCase} />}
      side={
        reviewCase &&
        !answer.error && <Side reviewCase={reviewCase} onBusy={busy} onDone={openNext} />
      }
    >
      <Answer of={answer} lines={10}>
        {(loaded) => <Evidence reviewCase={loaded} />}
      </Answer>
    </Page>
  );
}

function Head({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  const { claim, asked, reasons } = reviewCase;

  return (
    <Acts>
      <Badge tone="chosen">
        <Person maskedName={reviewCase.maskedName} maskedPhone={reviewCase.maskedPhone} />
      </Badge>
      <Due at={reviewCase.due} />
      {reasons.map((reason) => (
        <Badge key={reason} tone="soon">
          {wordFor(reviewTexts.reasons, reason)}
        </Badge>
      ))}
      {claim?.isMine && <Badge tone="plain">{reviewTexts.yours(formatTime(claim.until))}</Badge>}
      {asked && (
        <Badge tone="plain">
          {reviewTexts.waitsForBorrower(reviewTexts.documents[asked.document])}
        </Badge>
      )}
    </Acts>
  );
}

/** Claims or releases the case, and goes to its neighbours. */
function CaseActs({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  const { userId, kind, subject, claim, place } = reviewCase;
  const [, navigate] = useLocation();
  const announce = useAnnounce();
  const claiming = useStaffSend('claimWork');
  const releasing = useStaffSend('releaseWork');

  const body = { kind, subject: kind === 'correction' ? subject : userId };

  const take = (): void =>
    void announce(claiming.sendOrThrow({ body }).then(() => reviewTexts.claimed));
  const release = (): void =>
    void announce(releasing.sendOrThrow({ body }).then(() => reviewTexts.released));
  const go = (to: ReviewAddress | null | undefined) => (): void => {
    if (to) navigate(toReviewPath(to));
  };
  const mayClaim = claim === null && place !== null;

  useKeys([
    { keys: 'j', text: reviewTexts.next, run: go(place?.next) },
    { keys: 'k', text: reviewTexts.previous, run: go(place?.previous) },
    ...(mayClaim ? [{ keys: 'c', text: reviewTexts.claim, run: take }] : []),
    ...(claim?.isMine ? [{ keys: 'u', text: reviewTexts.release, run: release }] : []),
  ]);

  return (
    <>
      {mayClaim && (
        <Button shortcut="C" isBusy={claiming.isBusy} onPress={take}>
          {reviewTexts.claim}
        </Button>
      )}
      {claim?.isMine && (
        <Button shortcut="U" isBusy={releasing.isBusy} onPress={release}>
          {reviewTexts.release}
        </Button>
      )}
      {place && (
        <span className={style.place}>
          <IconButton
            icon="left"
            label={reviewTexts.previous}
            isDisabled={!place.previous}
            onPress={go(place.previous)}
          />
          {reviewTexts.place(place.number, place.count)}
          <IconButton
            icon="right"
            label={reviewTexts.next}
            isDisabled={!place.next}
            onPress={go(place.next)}
          />
        </span>
      )}
    </>
  );
}

function Evidence({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  if (reviewCase.kind !== 'identity')
    return (
      <div className={style.stack}>
        <Names reviewCase={reviewCase} />
        <Account reviewCase={reviewCase} />
        <Score reviewCase={reviewCase} />
        <Corrections reviewCase={reviewCase} />
        <Hit reviewCase={reviewCase} />
      </div>
    );

  return (
    <div className={style.evidence}>
      <div className={style.stack}>
        <Pictures reviewCase={reviewCase} />
        <Face reviewCase={reviewCase} />
      </div>
      <div className={style.stack}>
        <ComparedFields reviewCase={reviewCase} />
        <SignedSource reviewCase={reviewCase} />
        <Names reviewCase={reviewCase} />
      </div>
    </div>
  );
}

interface SideProps {
  readonly reviewCase: ReviewCase;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onDone: (next: ReviewAddress | null) => void;
}

function Side({ reviewCase, onBusy, onDone }: SideProps) {
  const isTaken = reviewCase.claim !== null && !reviewCase.claim.isMine;

  return (
    <div className={style.stack}>
      {isTaken && reviewCase.claim ? (
        <Panel title={reviewTexts.decide}>
          <p>{reviewTexts.claimedBy(reviewCase.claim.name, formatTime(reviewCase.claim.until))}</p>
        </Panel>
      ) : (
        <Decide
          key={reviewCase.subject}
          reviewCase={reviewCase}
          subject={reviewCase.subject}
          onBusy={onBusy}
          onDone={onDone}
        />
      )}
      <ApprovedLevel reviewCase={reviewCase} />
      <Earlier reviewCase={reviewCase} />
    </div>
  );
}

const toReviewPath = ({ userId, kind }: ReviewAddress): string => `/review/${userId}/${kind}`;
