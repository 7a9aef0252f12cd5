import type { RefusalReason, ReviewAddress, ReviewRow } from '@noren/contract/staff/review';
import { formatDay, formatTime, toBusinessDay } from '@noren/core/money/time';
import { isCorrectionRefusal } from '@noren/core/people/correction';
import { mayRequest, REVIEW_KINDS, type ReviewKind } from '@noren/core/people/document-request';
import { type OtherPersonReason, SAME_PERSON } from '@noren/core/people/sanctions-decision';
import type { Permission } from '@noren/core/staff/permissions';
import {
  protectedAmong,
  SHOWN_IN_CASES,
  SHOWN_ON_PICTURES,
} from '@noren/core/staff/protected-fields';
import { mayUse } from '@noren/core/staff/roles';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { notify } from '../../notifications/store.ts';
import { decideCorrectionIn } from '../../people/account/decide-correction.ts';
import type { ChosenSources } from '../../people/certification/chosen-values.ts';
import { decideReviewIn } from '../../people/certification/review-decisions.ts';
import { readPendingReviews } from '../../people/certification/review-store.ts';
import { addDocumentRequest } from '../../people/document-request-store.ts';
import { decideHitIn } from '../../people/sanctions/decide-hit.ts';
import { clashesWith } from '../../platform/db/database-clash.ts';
import type { Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { FileAnswer } from '../../platform/http/call-handler.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { appendStaffAct, recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { requirePermission } from '../../platform/staff/require-permission.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffCtx, StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { claim, findClaim } from '../work/claims-store.ts';
import { findReviewDue, mayRefuseFor, readReviewCase } from './review-case.ts';
import { findReviewedPerson } from './review-case-store.ts';
import {
  endReviewClaims,
  findReviewPlace,
  type ListedReview,
  listNextReviews,
  listReviews,
  type ReviewPlace,
  type ReviewQueue,
} from './review-list-store.ts';
import { readPicture } from './review-picture.ts';
import { drawWatermark } from './watermark.ts';

const PAGE = 50;
/** How many cases are tried to be claimed after a decision: others claim at the same moment. */
const TRIES = 10;

const toPermission = (kind: ReviewKind): Permission => `review.${kind}`;

function requireKind({ staff }: StaffCtx, kind: ReviewKind): void {
  requirePermission(staff, toPermission(kind));
}

const openedKinds = ({ staff }: StaffCtx): readonly ReviewKind[] =>
  REVIEW_KINDS.filter((kind) => mayUse(staff.roles, toPermission(kind)));

const gone = (): StaffError => new StaffError('not_found', 'case_not_waiting');

const reasonOfOtherKind = (): StaffError =>
  new StaffError('invalid', 'case_reason_unknown', {
    fields: [{ path: 'reason', problem: 'unknown' }],
  });

/** Somebody else's claim keeps a case readable, and undecided by others until it ends. */
async function requireNotTaken(
  ctx: StaffCtx,
  tx: Tx,
  target: { kind: ReviewKind; subject: string },
): Promise<void> {
  const claim = await findClaim(tx, {
    kind: target.kind,
    subjects: [target.subject],
    now: ctx.now,
  });
  if (claim && claim.staffId !== ctx.staff.staffId)
    throw new StaffError(
      'taken',
      { reason: 'claimed_by_another', name: claim.name },
      {
        data: { staffId: claim.staffId, until: claim.until },
      },
    );
}

/** What the platform throws for somebody unknown, or erased meanwhile. */
async function orGone<T>(tx: Tx, userId: string, work: () => Promise<T>): Promise<T> {
  if (!(await findReviewedPerson(tx, userId))) throw gone();
  try {
    return await work();
  } catch (error) {
    if (error instanceof CallError && error.textId === 'error.signed_out') throw gone();
    throw error;
  }
}

const claimSubject = (kind: ReviewKind, userId: string, subject: string): string =>
  kind === 'correction' ? subject : userId;

function toRow({ staff, deps }: StaffCtx, review: ListedReview): ReviewRow {
  const {
    userId,
    kind,
    nameEnc,
    maskedPhone,
    since,
    reasons,
    asked,
    claimStaffId,
    claimName,
    claimUntil,
  } = review;
  const isClaimed = claimStaffId !== null && claimName !== null && claimUntil !== null;

  return {
    userId,
    kind,
    maskedName: readMaskedName(deps.crypto, userId, nameEnc),
    maskedPhone,
    since,
    due: findReviewDue(kind, since),
    reasons: [...reasons],
    asked,
    claim: isClaimed
      ? {
          staffId: claimStaffId,
          name: claimName,
          until: claimUntil,
          isMine: claimStaffId === staff.staffId,
        }
      : null,
  };
}

function toPlace(after: string): ReviewPlace {
  const [since = '', userId = '', kind = '', changeId = ''] = after.split(':');
  return { since: Number(since), userId, kind, changeId };
}

const toPageEnd = ({ since, userId, kind, changeId }: ListedReview): string =>
  `${since}:${userId}:${kind}:${changeId}`;

/** Screen 5: what a person has to compare and decide about a borrower. */
export const reviewStaffHandlers = {
  reviewList: async (ctx, { query }, db) => {
    const kinds = openedKinds(ctx);
    const chosen = query.kind === undefined ? kinds : kinds.filter((kind) => kind === query.kind);

    if (chosen.length === 0) requireKind(ctx, query.kind ?? 'identity');

    const found = await listReviews(db, {
      kinds: chosen,
      isWithBorrower: query.list === 'with_borrower',
      after: query.after === undefined ? null : toPlace(query.after),
      now: ctx.now,
      limit: PAGE + 1,
    });
    const { rows, next } = cutPage(found, PAGE, toPageEnd);

    return { rows: rows.map((row) => toRow(ctx, row)), next };
  },

  reviewCase: async (ctx, { params }, db) => {
    const { userId, kind } = params;
    requireKind(ctx, kind);

    const facts = await readReviewCase(ctx.deps, db, { userId, kind });
    if (!facts) throw gone();

    const subjects =
      kind === 'correction' ? facts.corrections.map(({ changeId }) => changeId) : [userId];
    const claimed = await findClaim(db, { kind, subjects, now: ctx.now });
    const detail = { kind, version: facts.subject };
    const act = {
      at: ctx.now,
      staffId: ctx.staff.staffId,
      action: 'review_opened',
      userId,
      subject: userId,
      detail,
    };
    const shows = [
      ...SHOWN_IN_CASES[kind],
      ...protectedAmong(facts.corrections.map(({ field }) => field)),
      ...(facts.signed?.address ? (['address'] as const) : []),
    ];

    await recordStaffAct(db, { ...act, shows });

    const place = (await findReviewPlace(db, buildQueue(ctx), { userId, kind })) ?? null;
    return {
      ...facts,
      place,
      claim: claimed ? { ...claimed, isMine: claimed.staffId === ctx.staff.staffId } : null,
    };
  },

  reviewPicture: async (ctx, { params }, db) => {
    const { userId, picture } = params;
    const pending = await readPendingReviews(db, userId, { withBorrower: true });
    if (!pending.some(({ kind }) => kind === 'identity')) throw gone();

    const jpeg = await readPicture(ctx.deps, userId, picture);
    if (!jpeg) throw new StaffError('not_found', 'picture_unknown');

    const drawn = await drawWatermark(
      jpeg,
      `${ctx.staff.name} ${formatDay(toBusinessDay(ctx.now))} ${formatTime(ctx.now)}`,
    );
    const act = {
      at: ctx.now,
      staffId: ctx.staff.staffId,
      action: 'review_picture_seen',
      userId,
      subject: userId,
    };

    await recordStaffAct(db, { ...act, detail: { picture }, shows: SHOWN_ON_PICTURES[picture] });

    return new FileAnswer(drawn, 'image/jpeg');
  },

  decideReview: async (ctx, { body }, tx) => {
    const { userId, kind, decision, subject } = body;
    const reason = body.decision === 'refuse' ? body.reason : null;
    const stands = body.decision === 'approve' && kind === 'identity' ? body.stands : undefined;
    const because = body.decision === 'approve' ? body.because : undefined;

    requireKind(ctx, kind);

    const claimed = { kind, subject: claimSubject(kind, userId, subject) };
    await requireNotTaken(ctx, tx, claimed);

    const isDecided = await orGone(tx, userId, () =>
      decideCase(ctx, tx, { userId, kind, subject, reason, stands, because }),
    );
    if (!isDecided) throw new StaffError('changed', 'case_decided_or_changed');

    await endReviewClaims(tx, kind, claimed.subject);

    const act = {
      at: ctx.now,
      staffId: ctx.staff.staffId,
      action: nameAct(kind, decision),
      userId,
      subject: claimed.subject,
    };
    const detail = {
      version: subject,
      ...(reason !== null && { reason }),
      ...(stands && { stands }),
      ...(kind === 'sanctions' && { kind, decision, ...(because && { because }) }),
    };

    await appendStaffAct(tx, { ...act, detail });

    return { next: await claimNext(ctx, tx) };
  },

  askDocument: async (ctx, { body }, tx) => {
    const { userId, kind, subject, document, reason } = body;
    requireKind(ctx, kind);

    if ((kind !== 'identity' && kind !== 'bank_name') || !mayRequest(kind, document, reason))
      throw new StaffError('invalid', 'document_not_for_reason', {
        fields: [{ path: 'document', problem: 'unknown' }],
      });

    await requireNotTaken(ctx, tx, { kind, subject: userId });
    // Wait for what the borrower sends at this moment.
    await lockCredit(tx, userId);
    await orGone(tx, userId, () => lockUser(tx, userId));

    const pending = (await readPendingReviews(tx, userId, { withBorrower: true })).find(
      (one) => one.kind === kind,
    );
    if (!pending) throw gone();
    if (pending.subject !== subject) throw new StaffError('changed', 'case_changed');

    const requestId = await addRequest(ctx, tx, { userId, kind, document, reason });
    await notify(tx, ctx.deps, {
      userId,
      kind: 'document_needed',
      reference: requestId,
      values: {},
    });
    await endReviewClaims(tx, kind, userId);

    const act = {
      at: ctx.now,
      staffId: ctx.staff.staffId,
      action: 'document_asked_again',
      userId,
      subject: userId,
    };
    await appendStaffAct(tx, { ...act, detail: { kind, document, reason } });

    return { next: await claimNext(ctx, tx) };
  },
} satisfies Partial<StaffHandlers>;

const buildQueue = (ctx: StaffCtx): ReviewQueue => ({
  kinds: openedKinds(ctx),
  staffId: ctx.staff.staffId,
  now: ctx.now,
});

/** Claims the case that has waited longest, so that a reviewer goes from case to case. */
async function claimNext(ctx: StaffCtx, tx: Tx): Promise<ReviewAddress | null> {
  const { staff, now } = ctx;
  for (const { userId, kind, changeId } of await listNextReviews(tx, buildQueue(ctx), TRIES)) {
    const subject = claimSubject(kind, userId, changeId);
    if ((await claim(tx, { kind, subject }, staff.staffId, now)) === null) continue;

    const act = { at: now, staffId: staff.staffId, action: 'work_claimed', userId, subject };
    await appendStaffAct(tx, { ...act, detail: { kind } });

    return { userId, kind };
  }

  return null;
}

/** The borrower may read the names of acts about them: that of a list tells nothing. */
const nameAct = (kind: ReviewKind, decision: 'approve' | 'refuse'): string =>
  kind === 'sanctions'
    ? 'review_decided'
    : `${kind}_review_${decision === 'approve' ? 'approved' : 'refused'}`;

interface CaseDecision {
  readonly userId: string;
  readonly kind: ReviewKind;
  readonly subject: string;
  /** Null approves. */
  readonly reason: RefusalReason | null;
  readonly stands: ChosenSources | undefined;
  /** Why the person is not the listed one. */
  readonly because: OtherPersonReason | undefined;
}

/**
 * @returns false when it was decided or changed meanwhile
 * @throws StaffError for a reason of another kind of case, and for a choice that is missing or not
 * possible
 */
async function decideCase(
  { deps, staff }: StaffCtx,
  tx: Tx,
  { userId, kind, subject, reason, stands, because }: CaseDecision,
): Promise<boolean> {
  if (kind === 'sanctions') {
    if (reason !== null && reason !== SAME_PERSON) throw reasonOfOtherKind();
    const decided = reason ?? because;
    if (decided === undefined)
      throw new StaffError('invalid', 'choice_missing', {
        fields: [{ path: 'because', problem: 'choice' }],
      });

    const of = { userId, hitId: subject, reason: decided, staffId: staff.staffId };
    return decideHitIn(tx, deps, of);
  }

  const operator = `staff:${staff.staffId}`;
  if (kind === 'correction') {
    if (reason !== null && !isCorrectionRefusal(reason)) throw reasonOfOtherKind();

    return decideCorrectionIn(tx, deps, {
      userId,
      changeId: subject,
      refusedBecause: reason,
      operator,
    });
  }

  if (
    reason !== null &&
    (reason === SAME_PERSON || isCorrectionRefusal(reason) || !mayRefuseFor(kind, reason))
  )
    throw reasonOfOtherKind();

  const decision = reason === null ? 'approve' : 'refuse';
  const review = { userId, decision, operator, subject, reason: reason ?? 'agrees' } as const;

  return decideReviewIn(tx, deps, kind, { ...review, ...(stands && { stands }) });
}

async function addRequest(
  { staff, now }: StaffCtx,
  tx: Tx,
  request: Omit<Parameters<typeof addDocumentRequest>[1], 'requestedBy' | 'now'>,
): Promise<string> {
  try {
    return await addDocumentRequest(tx, { ...request, requestedBy: staff.staffId, now });
  } catch (error) {
    if (clashesWith(error, 'document_requests_open_key'))
      throw new StaffError('taken', 'document_requested');

    throw error;
  }
}
