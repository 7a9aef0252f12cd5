import type { ReviewCase } from '@noren/contract/staff/review';
import { paise } from '@noren/core/money/money';
import { businessDay, formatDay, isBusinessDay } from '@noren/core/money/time';
import { Link } from 'wouter';
import { useMay } from '../../api/session.tsx';
import { IdentitySource, PanCheck } from '../../shared/identity-source.tsx';
import { codeText } from '../../texts/codes.ts';
import { identityTexts } from '../../texts/identity.ts';
import { cardTexts } from '../../texts/products.ts';
import { reviewTexts } from '../../texts/review.ts';
import { Badge } from '../../ui/badge.tsx';
import { Diff, Letters } from '../../ui/compare.tsx';
import { Instant, moneyText } from '../../ui/figures.tsx';
import { Acts, KeyValues, Panel, Timeline } from '../../ui/layout.tsx';
import style from './review.module.css';
import { differing } from './value-choices.tsx';
import { wordFor } from './words.ts';

/** The confirmed name compared with each other name, letter by letter where they differ. */
export function Names({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  const [confirmed, ...others] = reviewCase.names;
  if (confirmed === undefined || others.length === 0) return null;

  return (
    <Panel title={reviewTexts.names}>
      <div className={style.stack}>
        {others.map((name) => (
          <div key={name.of} className={style.name}>
            <Letters
              one={{ label: reviewTexts.nameOf.confirmed, text: confirmed.text }}
              other={{ label: reviewTexts.nameOf[name.of], text: name.text }}
            />
            {name.match && (
              <Badge tone={name.match === 'match' ? 'good' : 'soon'}>
                {reviewTexts.matches[name.match]}
              </Badge>
            )}
          </div>
        ))}
      </div>
    </Panel>
  );
}

const percent = (value: number | null): string =>
  value === null ? reviewTexts.unknown : reviewTexts.percent(value);

/** Measurements and hints of the face check. */
export function Face({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  const { face } = reviewCase;
  if (face === null) return <Panel title={reviewTexts.face}>{reviewTexts.noFace}</Panel>;

  const hints = face.hints.map((hint) => (
    <Badge key={hint} tone="soon" icon="eye">
      {wordFor(reviewTexts.hintNames, hint)}
    </Badge>
  ));

  return (
    <Panel title={reviewTexts.face}>
      <KeyValues
        rows={[
          [reviewTexts.faceOutcome, reviewTexts.outcomes[face.outcome]],
          [reviewTexts.faceMode, reviewTexts.modes[face.mode]],
          ...(face.poses.length === 0
            ? []
            : [
                [
                  reviewTexts.poses,
                  face.poses.map((pose) => wordFor(reviewTexts.poseNames, pose)).join(', '),
                ] as const,
              ]),
          [reviewTexts.score, percent(face.score)],
          [reviewTexts.likeness, percent(face.likeness)],
          [reviewTexts.similarity, percent(face.similarity)],
          ...(hints.length === 0
            ? []
            : [[reviewTexts.hints, <Acts key="hints">{hints}</Acts>] as const]),
        ]}
      />
    </Panel>
  );
}

/** The identity level that an approval gives, and by what. */
export function ApprovedLevel({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  if (reviewCase.identity === null) return null;

  const { level, source, pan } = reviewCase.identity;
  const mayChange = differing(reviewCase.fields).length > 0;

  return (
    <Panel title={identityTexts.level} about={mayChange && identityTexts.approvalByTyped}>
      <KeyValues
        rows={[
          [identityTexts.approvalGives, identityTexts.levels[level]],
          [identityTexts.why, <IdentitySource key="source" source={source} />],
          [identityTexts.panRegister, <PanCheck key="pan" pan={pan} />],
        ]}
      />
    </Panel>
  );
}

/** What the issuer signed, with what differs from the confirmed values marked. */
export function SignedSource({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  const may = useMay();
  if (reviewCase.signed === null) return null;

  const { kind, name, birth, gender, address, last4, issuedAt } = reviewCase.signed;
  const { differences, otherAccount } = reviewCase.signed;
  const birthDay = birth.length === 10 ? formatDay(businessDay(birth)) : birth;

  /** A value, marked where it differs. */
  const mark = (field: (typeof differences)[number], value: string) =>
    differences.includes(field) ? (
      <Acts>
        {value} <Badge tone="soon">{reviewTexts.differs}</Badge>
      </Acts>
    ) : (
      value
    );

  return (
    <Panel
      title={reviewTexts.signed}
      about={
        <>
          {identityTexts.sources[kind]}, <Instant at={issuedAt} />
        </>
      }
    >
      <KeyValues
        rows={[
          [reviewTexts.fields.name, mark('name', name)],
          [reviewTexts.birthAndGender, mark('birthDay', `${birthDay}, ${gender}`)],
          [reviewTexts.fields.aadhaar, mark('aadhaar', last4)],
          [reviewTexts.address, address],
          ...(differences.includes('photo')
            ? [[reviewTexts.photo, reviewTexts.photoDiffers] as const]
            : []),
          ...(differences.includes('photo_not_compared')
            ? [[reviewTexts.photo, reviewTexts.photoNotCompared] as const]
            : []),
          ...(otherAccount === null
            ? []
            : [
                [
                  reviewTexts.cardTaken,
                  may('person.read') ? (
                    <Link key="account" to={`/people/${otherAccount}`}>
                      {reviewTexts.otherAccount}
                    </Link>
                  ) : (
                    reviewTexts.otherAccount
                  ),
                ] as const,
              ]),
        ]}
      />
    </Panel>
  );
}

/** The bank account whose holder's name is compared. */
export function Account({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  if (reviewCase.account === null) return null;

  const { bankCode, ifsc, last4, validation } = reviewCase.account;

  return (
    <Panel title={reviewTexts.account}>
      <KeyValues
        rows={[
          [reviewTexts.accountAt, bankCode],
          [reviewTexts.ifsc, ifsc],
          [reviewTexts.accountNo, `··${last4}`],
          [reviewTexts.validation, wordFor(reviewTexts.validations, validation)],
        ]}
      />
    </Panel>
  );
}

/** The score: why it needs a decision, and the points of each fact. */
export function Score({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  if (reviewCase.score === null) return null;

  const { cardVersion, total, reasons, points, inputs } = reviewCase.score;

  return (
    <>
      <Panel title={reviewTexts.scoreTitle}>
        <KeyValues
          rows={[
            [reviewTexts.total, total],
            [reviewTexts.card, cardVersion],
            ...reasons.map(
              ({ id, english }) => [wordFor(reviewTexts.reasons, id), english] as const,
            ),
          ]}
        />
      </Panel>
      <Panel title={reviewTexts.points}>
        <KeyValues
          rows={points.map(
            ({ id, points: given }) => [wordFor(cardTexts.rows, id), given] as const,
          )}
        />
      </Panel>
      <Panel title={reviewTexts.inputs}>
        <KeyValues
          rows={Object.entries(inputs).map(
            ([name, value]) =>
              [wordFor(reviewTexts.inputNames, name), inputText(name, value)] as const,
          )}
        />
      </Panel>
    </>
  );
}

/** A fact that the score used: amounts in rupees, codes in words. */
function inputText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? reviewTexts.yes : reviewTexts.no;
  if (AMOUNTS.includes(name)) return moneyText(paise(Number(value)));

  return typeof value === 'string' ? codeText(value) : String(value);
}

const AMOUNTS: readonly string[] = ['monthlyIncome', 'maxLoan'];

/** Old and new value of the oldest open correction. */
export function Corrections({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  return reviewCase.corrections
    .filter(({ changeId }) => changeId === reviewCase.subject)
    .map(({ changeId, field, before, after, requestedAt }) => (
      <Panel
        key={changeId}
        title={`${reviewTexts.corrections}: ${wordFor(reviewTexts.correctedFields, field)}`}
        about={<Instant at={requestedAt} />}
      >
        <Diff
          before={before === null ? reviewTexts.nothing : dayOrText(before)}
          now={dayOrText(after)}
          isChanged={before !== after}
          labels={reviewTexts.correctionLabels}
        />
      </Panel>
    ));
}

const dayOrText = (value: string): string => (isBusinessDay(value) ? formatDay(value) : value);

/** Earlier decisions about the same person. */
export function Earlier({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  if (reviewCase.earlier.length === 0)
    return <Panel title={reviewTexts.earlier}>{reviewTexts.noEarlier}</Panel>;

  return (
    <Panel title={reviewTexts.earlier}>
      <Timeline
        events={reviewCase.earlier.map(({ kind, decision, reason, by, at }) => ({
          id: `${kind}:${at}`,
          title: reviewTexts.decided(
            wordFor(reviewTexts.kinds, kind),
            wordFor(reviewTexts.decisions, decision),
          ),
          about: (
            <>
              {reviewTexts.byAndWhy(by, wordFor({}, reason))} <Instant at={at} />
            </>
          ),
        }))}
      />
    </Panel>
  );
}
