import type { Language } from '@noren/contract/languages';
import type { KnownIdentity } from '@noren/contract/staff/identity';
import type {
  RefusalReason,
  ReviewCase,
  ReviewDocument,
  ReviewHit,
} from '@noren/contract/staff/review';
import type { ScoreDecision } from '@noren/core/lending/scorecard';
import {
  CORRECTION_REFUSALS,
  type CorrectedField,
  isCorrectionRefusal,
} from '@noren/core/people/correction';
import {
  REQUESTED_DOCUMENTS,
  REVIEW_REQUESTS,
  type RequestedDocument,
  type RequestReason,
  type ReviewKind,
} from '@noren/core/people/document-request';
import { identityLevel } from '@noren/core/people/identity-level';
import { matchNames } from '@noren/core/people/name-match';
import { SAME_PERSON } from '@noren/core/people/sanctions-decision';
import { compareWithEntry } from '@noren/core/people/sanctions-match';
import { WORK_RULES } from '@noren/core/staff/work-kinds';
import { LENDING_HELD } from '../../lending/credit/available-credit.ts';
import { readCredit } from '../../lending/credit/credit-store.ts';
import { reasonMessage } from '../../lending/credit/decision-reasons.ts';
import { listDataChanges } from '../../people/account/store.ts';
import { readAccount } from '../../people/bank/store.ts';
import { readValidation } from '../../people/bank/validation-store.ts';
import { findCardOwner } from '../../people/certification/card-claim-store.ts';
import { compareIdentity } from '../../people/certification/compare-identity.ts';
import { compareNewestSource } from '../../people/certification/decide-source.ts';
import { type IdentityDocument, readDocuments } from '../../people/certification/document-store.ts';
import {
  type PendingReview,
  readIdentityToReview,
  readPendingReviews,
} from '../../people/certification/review-store.ts';
import {
  findVerdict,
  type IdentitySource,
  readSource,
  toDocumentFields,
} from '../../people/certification/source-store.ts';
import { type Identity, readIdentity } from '../../people/certification/store.ts';
import { listChoices } from '../../people/dictionaries.ts';
import { readDocumentRequests, readFaceCheckedFrom } from '../../people/document-request-store.ts';
import { findOpenHit } from '../../people/sanctions/hit-store.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { say, type TextId } from '../../platform/translations/translations.ts';
import {
  findReviewedPerson,
  readEarlierDecisions,
  readNewestFaceCheck,
  readReviewedScore,
} from './review-case-store.ts';

const HOUR_MS = 3_600_000;

/** Everything of a case but who works on it, and its place among the others. */
export type CaseFacts = Omit<ReviewCase, 'claim' | 'place'>;

/** A case with all that there is to compare; undefined when it does not wait any more. */
export async function readReviewCase(
  deps: Deps,
  db: Db,
  { userId, kind }: { userId: string; kind: ReviewKind },
): Promise<CaseFacts | undefined> {
  const person = await findReviewedPerson(db, userId);
  if (!person) return undefined;

  const language = person.language as Language;
  const corrections = kind === 'correction' ? await readCorrections(deps, db, userId) : [];
  const pending = await findWaiting(db, userId, kind, corrections);
  if (!pending) return undefined;

  const asked = (await readDocumentRequests(db, userId)).find((request) => request.kind === kind);
  const { subject, since, reasons } = pending;

  return {
    userId,
    kind,
    maskedName: readMaskedName(deps.crypto, userId, person.nameEnc),
    maskedPhone: person.maskedPhone,
    language,
    subject,
    since,
    due: findReviewDue(kind, since),
    reasons: [...reasons],
    asked: asked
      ? {
          document: asked.document,
          reason: asked.reason,
          requestedAt: asked.requestedAt,
          words: inBoth(language, `resend.${asked.reason}`),
        }
      : null,
    ...(await readEvidence(deps, db, { userId, kind, subject })),
    corrections,
    earlier: await readEarlierDecisions(db, userId),
    refusals: listRefusals(kind, language),
    requests: listRequests(kind, language),
  };
}

/** By when a case should be decided. */
export function findReviewDue(kind: ReviewKind, since: number): number {
  return since + WORK_RULES[kind].hours! * HOUR_MS;
}

type Waiting = Pick<PendingReview, 'subject' | 'since' | 'reasons'>;

async function findWaiting(
  db: Db,
  userId: string,
  kind: ReviewKind,
  corrections: ReviewCase['corrections'],
): Promise<Waiting | undefined> {
  if (kind === 'correction') return toPending(corrections);
  if (kind !== 'sanctions') return findPending(db, userId, kind);

  const hit = await findOpenHit(db, userId);
  return hit && { subject: hit.hitId, since: hit.foundAt, reasons: ['name_and_year'] };
}

/** The pending review of a kind, also one that waits for the borrower. */
async function findPending(
  db: Db,
  userId: string,
  kind: ReviewKind,
): Promise<PendingReview | undefined> {
  return (await readPendingReviews(db, userId, { withBorrower: true })).find(
    (review) => review.kind === kind,
  );
}

async function readCorrections(
  { crypto }: Deps,
  db: Db,
  userId: string,
): Promise<ReviewCase['corrections']> {
  return (await listDataChanges(db, crypto, userId))
    .filter(({ state }) => state === 'waiting')
    .map(({ changeId, field, before, after, requestedAt }) => ({
      changeId,
      field,
      before: before && sayValue(field, before),
      after: sayValue(field, after),
      requestedAt,
    }))
    .reverse();
}

/** A choice of a list as the borrower reads it, in English; other values as they are. */
function sayValue(field: CorrectedField, value: string): string {
  if (field !== 'workStatus' && field !== 'monthlyIncome') return value;

  const choice = listChoices(field).find(({ code }) => code === value);
  return choice ? say('en', choice.textId) : value;
}

function toPending(corrections: ReviewCase['corrections']): Waiting | undefined {
  const [oldest] = corrections;

  return (
    oldest && {
      subject: oldest.changeId,
      since: oldest.requestedAt,
      reasons: corrections.map(({ field }) => field),
    }
  );
}

type Evidence = Pick<
  CaseFacts,
  'documents' | 'fields' | 'face' | 'identity' | 'signed' | 'names' | 'account' | 'score' | 'hit'
>;

const noEvidence: Evidence = {
  documents: [],
  fields: [],
  face: null,
  identity: null,
  signed: null,
  names: [],
  account: null,
  score: null,
  hit: null,
};

async function readEvidence(
  deps: Deps,
  db: Db,
  { userId, kind, subject }: { userId: string; kind: ReviewKind; subject: string },
): Promise<Evidence> {
  if (kind === 'score') return { ...noEvidence, score: await readScore(db, userId, subject) };
  if (kind === 'sanctions') return { ...noEvidence, hit: await readHit(deps, db, userId) };

  const identity = await readIdentity(db, deps.crypto, userId);
  if (!identity || kind === 'correction') return noEvidence;
  if (kind === 'bank_name')
    return { ...noEvidence, ...(await readAccountNames(deps, db, userId, identity)) };

  const documents = await readDocuments(db, deps.crypto, userId);
  const confirmed = await readIdentityToReview(db, deps.crypto, userId);
  const source = await readSource(db, deps.crypto, userId);

  return {
    ...noEvidence,
    documents: documents.map(toDocument),
    fields: confirmed ? compareIdentity(deps.crypto, confirmed, { documents, source }) : [],
    face: await readFace(db, userId),
    identity: await readApprovedLevel(deps, db, userId, identity),
    signed: await viewSigned(deps, db, { userId, source }),
    names: [
      confirmedName(identity),
      ...documents.flatMap((document) => readName(identity, document)),
    ],
  };
}

async function viewSigned(
  { crypto }: Deps,
  db: Db,
  { userId, source }: { userId: string; source: IdentitySource | null },
): Promise<ReviewCase['signed']> {
  if (!source?.fields) return null;

  const { kind, issuedAt, referenceLast4: last4, fields, differences, photoFileId } = source;
  const owner = await findCardOwner(db, crypto, { ...source, fields });
  const { name, birth, gender } = fields;
  const { address = '', pin = '' } = toDocumentFields(fields, last4);

  return {
    kind,
    issuedAt,
    last4,
    name,
    birth,
    gender,
    address: [address, pin].filter((part) => part !== '').join(', '),
    differences: [...differences],
    hasPhoto: photoFileId !== null,
    otherAccount: owner === userId ? null : owner,
  };
}

const toDocument = ({
  type,
  isRead,
  fileId,
  confidence,
  readAt,
}: IdentityDocument & { readAt: number }): ReviewDocument => ({
  type,
  isRead,
  hasPicture: fileId !== null,
  confidence,
  readAt,
});

type Name = ReviewCase['names'][number];
const confirmedName = ({ name }: Identity): Name => ({ of: 'confirmed', text: name, match: null });

function readName({ name }: Identity, { type, fields }: IdentityDocument): Name[] {
  return fields.name === undefined
    ? []
    : [{ of: type, text: fields.name, match: matchNames(fields.name, name) }];
}

async function readAccountNames(
  { crypto }: Deps,
  db: Db,
  userId: string,
  identity: Identity,
): Promise<Pick<Evidence, 'names' | 'account'>> {
  const account = await readAccount(db, crypto, userId);
  if (!account) return { names: [confirmedName(identity)], account: null };

  const atBank = (await readValidation(db, crypto, userId, account))?.nameAtBank ?? null;

  const compared = (of: Name['of'], text: string): Name => ({
    of,
    text,
    match: matchNames(identity.name, text),
  });

  return {
    names: [
      confirmedName(identity),
      compared('typed', account.holderName),
      ...(atBank === null ? [] : [compared('bank', atBank)]),
    ],
    account: {
      bankCode: account.bankCode,
      ifsc: account.ifsc,
      last4: account.accountLast4,
      validation: account.validation,
    },
  };
}

const percent = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 100);

async function readHit({ crypto }: Deps, db: Db, userId: string): Promise<ReviewHit | null> {
  const identity = await readIdentity(db, crypto, userId);
  const open = await findOpenHit(db, userId);
  if (!identity || !open) return null;

  const { name, birthDay } = identity;
  const { list, listDay, entry, score } = open;
  const compared = compareWithEntry({ name, birthYear: Number(birthDay.slice(0, 4)) }, entry);

  return {
    list,
    listDay,
    entryId: entry.entryId,
    score: compared?.score ?? score,
    name,
    birthDay,
    parts: [...(compared?.parts ?? [])],
    listedNames: [...entry.names],
    listedBirths: [...entry.births],
  };
}

async function readFace(db: Db, userId: string): Promise<ReviewCase['face']> {
  const check = await readNewestFaceCheck(db, userId, await readFaceCheckedFrom(db, userId));
  if (!check?.outcome) return null;

  const { score, likeness, similarity, hints, poses, outcome, ...facts } = check;

  return {
    ...facts,
    outcome,
    poses: [...(poses as string[])],
    hints: [...hints],
    score: percent(score),
    likeness: percent(likeness),
    similarity: percent(similarity),
  };
}

/** The level that an approval of the confirmed values gives, by the comparison that it records. */
async function readApprovedLevel(
  deps: Deps,
  db: Db,
  userId: string,
  identity: Identity,
): Promise<KnownIdentity> {
  const { source, pan, isFullKyc } = await readCredit(db, userId, deps.today());
  const { differences } = await compareNewestSource(deps, db, userId, identity);
  const verdict = source && findVerdict(differences);

  const facts = { identity: 'verified', source: verdict, isFullKyc } as const;
  const level = identityLevel({ ...facts, pan: deps.asksPanRegister && pan ? pan.verdict : null });
  return { level, source, pan };
}

async function readScore(
  db: Db,
  userId: string,
  evaluationId: string,
): Promise<ReviewCase['score']> {
  const row = await readReviewedScore(db, userId, evaluationId);
  if (!row) return null;

  const { total, points, reasons } = row.outcome as ScoreDecision;
  return {
    cardVersion: row.cardVersion,
    total,
    points,
    reasons: reasons.map((id) => ({ id, english: say('en', reasonMessage(id)) })),
    inputs: row.inputs as Record<string, unknown>,
  };
}

/** Reasons for which each kind is refused. */
const REFUSALS: Readonly<Record<ReviewKind, readonly RefusalReason[]>> = {
  identity: ['documents_differ', 'not_readable', 'face_differs'],
  bank_name: ['name_differs'],
  score: ['means_too_low'],
  correction: CORRECTION_REFUSALS,
  sanctions: [SAME_PERSON],
};

export function mayRefuseFor(kind: ReviewKind, reason: RefusalReason): boolean {
  return REFUSALS[kind].includes(reason);
}

function listRefusals(kind: ReviewKind, language: Language): ReviewCase['refusals'] {
  return REFUSALS[kind].map((reason) => ({ reason, ...inBoth(language, refusalText(reason)) }));
}

function refusalText(reason: RefusalReason): TextId {
  // Nobody is told: a hold goes on with the words that it began with.
  if (reason === SAME_PERSON) return LENDING_HELD.checked;
  return isCorrectionRefusal(reason)
    ? `correction.refused_${reason}`
    : reasonMessage(`refused-${reason}`);
}

function listRequests(kind: ReviewKind, language: Language): ReviewCase['requests'] {
  const offered = REVIEW_REQUESTS[kind] as Partial<
    Record<RequestedDocument, readonly RequestReason[]>
  >;

  return REQUESTED_DOCUMENTS.filter((document) => offered[document] !== undefined).map(
    (document) => ({
      document,
      ...inBoth(language, `resend.${document}`),
      reasons: (offered[document] ?? []).map((reason) => ({
        reason,
        ...inBoth(language, `resend.${reason}`),
      })),
    }),
  );
}

function inBoth(language: Language, textId: TextId): { text: string; english: string } {
  return { text: say(language, textId), english: say('en', textId) };
}
