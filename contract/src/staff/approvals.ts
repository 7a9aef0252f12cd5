import { HOLD_REASONS } from '@noren/core/lending/contact-rules';
import { ERASURE_REFUSALS } from '@noren/core/lending/erasure';
import { CEILING_LEVELS } from '@noren/core/lending/level-ceilings';
import { LINK_SEGMENTS, LINKS_A_CAMPAIGN } from '@noren/core/lending/link-campaign';
import { RISK_CLASSES } from '@noren/core/lending/renewal';
import { ROLES } from '@noren/core/staff/roles';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, nothing, paise, repayId, signedPaise, uuid } from '../fields.ts';
import { listPage } from './cursor.ts';
import { approvalKind, reason, role } from './fields.ts';
import { staffRefusal } from './refusals.ts';
import { requestComment } from './request-comment.ts';
import { campaignTerms, couponTerms, productTerms, scorecard, settingChange } from './terms.ts';

const roleCount = ROLES.length;
const roles = z.array(role).check(z.maxLength(roleCount, 'long'));
const provider = z.string().check(z.maxLength(40));
const providerRef = z.string().check(z.maxLength(80));

/**
 * What can be asked for, by kind. A new kind is added here, in core, and in the server's
 * `approvals/kinds`.
 */
const proposal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('waiver'),
    repayId,
    amountPaise: paise,
    bucket: z.optional(z.enum(['fees', 'interest', 'principal', 'penal'])),
  }),
  /** The borrower of an overdue loan pays this by that day, and the rest is waived then. */
  z.object({ kind: z.literal('settlement_offer'), repayId, payPaise: paise, payBy: day }),
  z.object({ kind: z.literal('write_off'), repayId }),
  z.object({ kind: z.literal('reversal'), repayId, journalId: uuid }),
  /** Moves a payment to another order. */
  z.object({ kind: z.literal('payment_move'), repayId, journalId: uuid, toRepayId: repayId }),
  /** Records that the bank returned the loan's payout, if the provider does not report it. */
  z.object({ kind: z.literal('payout_reversal'), repayId }),
  z.object({ kind: z.literal('payout_cancel'), repayId }),
  /** Pays a failed refund to the borrower's bank account. */
  z.object({ kind: z.literal('refund_payout'), refundRef: z.string().check(z.maxLength(40)) }),
  z.object({
    kind: z.literal('proof'),
    proofId: uuid,
    decision: z.enum(['match', 'refuse']),
    why: z.optional(z.enum(['not_found', 'other_amount', 'unreadable'])),
  }),
  z.object({ kind: z.literal('refund_retry'), refundRef: z.string().check(z.maxLength(40)) }),
  z.object({ kind: z.literal('unclaimed_payment_claim'), provider, providerRef, repayId }),
  z.object({ kind: z.literal('unclaimed_payment_return'), provider, providerRef }),
  z.object({
    kind: z.literal('full_kyc'),
    userId: uuid,
    how: z.string().check(z.minLength(3), z.maxLength(60)),
  }),
  /** The class of risk of somebody with full KYC; who raises it needs no second person. */
  z.object({ kind: z.literal('risk_class'), userId: uuid, riskClass: z.enum(RISK_CLASSES) }),
  z.object({ kind: z.literal('product_version'), terms: productTerms, effectiveFrom: day }),
  z.object({ kind: z.literal('scorecard_version'), card: scorecard, effectiveFrom: day }),
  /** The most that a person of an identity level may owe at once, from a day on. */
  z.object({
    kind: z.literal('level_ceiling'),
    level: z.enum(CEILING_LEVELS),
    ceilingPaise: paise,
    effectiveFrom: day,
    /** The rule, or the opinion of counsel, on which it is decided. */
    citation: z.string().check(z.trim(), z.minLength(5, 'short'), z.maxLength(200, 'long')),
  }),
  z.object({
    kind: z.literal('coupon'),
    coupon: couponTerms,
    /** Either one person with the days from approval, or a campaign. */
    userId: z.optional(uuid),
    days: z.optional(z.int().check(z.gte(1), z.lte(365))),
    campaign: z.optional(campaignTerms),
  }),
  z.object({ kind: z.literal('configuration'), change: settingChange }),
  /**
   * Changes an approved limit, at most to the highest amount evaluated or requested by the
   * borrower.
   */
  z.object({ kind: z.literal('limit_override'), userId: uuid, limitPaise: paise }),
  /** Freezes or unfreezes new lending to one person. */
  z.object({ kind: z.literal('lending_freeze'), userId: uuid, isFrozen: z.boolean() }),
  /** Resumes lending after a stop for everybody. */
  z.object({ kind: z.literal('lending_start') }),
  z.object({
    kind: z.literal('contact_hold'),
    userId: uuid,
    why: z.enum(HOLD_REASONS),
    from: day,
    until: day,
  }),
  /**
   * Carries out a request for erasure before its waiting time or that came in by letter, or refuses
   * it.
   */
  z.object({
    kind: z.literal('erasure'),
    userId: uuid,
    askedBy: z.enum(['borrower', 'nominee']),
    decision: z.enum(['erase', 'refuse']),
    /** For a refusal; the borrower reads it. */
    why: z.optional(z.enum(ERASURE_REFUSALS)),
  }),
  /** Records a nominee's claim after a borrower's death, or ends one that was wrong. */
  z.object({
    kind: z.literal('nominee_claim'),
    userId: uuid,
    isClaimed: z.boolean(),
    /** Where the proof is in the lender's own file, such as its number; no personal data. */
    evidence: z.string().check(z.trim(), z.minLength(3, 'short'), z.maxLength(80, 'long')),
  }),
  /** Encrypts every field with the newest key, by its id; a job does it in batches. */
  z.object({ kind: z.literal('key_rotation'), keyId: z.int() }),
  /** Puts a sanctions list that waits into force. */
  z.object({ kind: z.literal('sanctions_list'), listId: uuid }),
  z.object({ kind: z.literal('close_days'), through: day }),
  z.object({ kind: z.literal('undo_closes') }),
  /** Sends each person of a segment one link. */
  z.object({
    kind: z.literal('link_campaign'),
    segment: z.enum(LINK_SEGMENTS),
    most: z.int().check(z.gte(1), z.lte(LINKS_A_CAMPAIGN)),
  }),
  z.object({
    kind: z.literal('staff_invitation'),
    name: z.optional(z.string().check(z.trim(), z.minLength(2, 'empty'), z.maxLength(80, 'long'))),
    email: z.optional(z.email('email').check(z.maxLength(120, 'long'))),
    roles: z.optional(roles),
    /** For a re-enrolment, instead of the three fields above. */
    staffId: z.optional(uuid),
  }),
  z.object({ kind: z.literal('role_change'), staffId: uuid, roles }),
]);

export type StaffProposal = z.infer<typeof proposal>;

const figures = z.object({
  repayId: z.string(),
  status: z.int(),
  owedPaise: signedPaise,
  overdueDays: z.int(),
});

const journal = z.object({
  repayId: z.nullable(z.string()),
  kind: z.string(),
  valueDay: day,
  lines: z.array(z.tuple([z.string(), signedPaise])),
});

/**
 * The money of a request: its transfer's number and day where there is one, and the masked borrower
 * where one is known.
 */
const money = z.object({
  amountPaise: paise,
  utrLast4: z.nullable(z.string()),
  day: z.nullable(day),
  person: z.nullable(z.string()),
});

export type RequestMoney = z.infer<typeof money>;

/**
 * Effect of a request: journals (debits positive), messages as the borrower reads them, orders
 * before and after.
 */
const effect = z.object({
  journals: z.array(journal),
  messages: z.array(
    z.object({
      to: z.string(),
      kind: z.string(),
      language: z.string(),
      title: z.string(),
      text: z.string(),
    }),
  ),
  orders: z.array(z.object({ before: figures, after: figures })),
  /** Other changed facts, such as `limit`; amounts in paise. */
  facts: z.optional(z.array(z.object({ what: z.string(), before: z.string(), after: z.string() }))),
  money: z.optional(money),
});

export type StaffEffect = z.infer<typeof effect>;

/** The effect of an approval, with the journals it posted. */
const doneEffect = z.extend(effect, { journals: z.array(z.extend(journal, { journalId: uuid })) });
export type DoneEffect = z.infer<typeof doneEffect>;

const listed = z.object({
  requestId: uuid,
  kind: approvalKind,
  state: z.enum(['open', 'approved', 'refused', 'withdrawn', 'expired']),
  repayId: z.nullable(z.string()),
  /** The borrower whom it is about. */
  userId: z.nullable(uuid),
  /** Whom it is about: a borrower's masked name and phone, or a colleague's name. */
  person: z.nullable(z.string()),
  makerId: uuid,
  makerName: z.string(),
  /** Null while the request is open, and if its maker was allowed to act alone. */
  checkerName: z.nullable(z.string()),
  reason: z.string(),
  /** The money it moves: as carried out if approved, otherwise as proposed. */
  money: z.nullable(money),
  madeAt: instant,
  expiresAt: instant,
  decidedAt: z.nullable(instant),
  /** Whether the reader may decide it. */
  isMineToDecide: z.boolean(),
  isMine: z.boolean(),
  comments: z.int(),
  /** Whether somebody else wrote the last comment, and the reader may answer it. */
  isMineToAnswer: z.boolean(),
});

export type ListedApproval = z.infer<typeof listed>;

/**
 * Requests: those the reader may decide, those the reader made, or all that were decided; newest
 * first.
 */
export const approvalList = call({
  method: 'GET',
  path: '/staff/approvals',
  who: { permission: 'work.read' },
  query: z.object({ list: z.enum(['to_decide', 'mine', 'history']), after: z.optional(uuid) }),
  response: listPage(listed, uuid),
});

const comment = z.object({
  commentId: uuid,
  staffId: uuid,
  staffName: z.string(),
  text: z.string(),
  writtenAt: instant,
});

/** One request with its effect now; `problem` says why it cannot be carried out. */
export const approval = call({
  method: 'GET',
  path: '/staff/approvals/{requestId}',
  who: { permission: 'work.read' },
  params: z.object({ requestId: uuid }),
  response: z.object({
    approval: listed,
    proposal: z.record(z.string(), z.unknown()),
    effectWhenMade: z.nullable(effect),
    effectNow: z.nullable(effect),
    /** Of an approved request. Null for one that was approved before this was kept. */
    effectDone: z.nullable(doneEffect),
    problem: z.nullable(staffRefusal),
    decisionReason: z.nullable(z.string()),
    /** In the order in which they were written. */
    comments: z.array(comment),
  }),
});

/** The effect of a proposal now. The reader needs the permission to propose its kind. */
export const previewApproval = call({
  method: 'POST',
  path: '/staff/approvals/preview',
  who: { permission: 'work.read' },
  body: z.object({ proposal }),
  response: z.object({ effect }),
});

/** Stores a proposal. It is carried out at once if one person may do it alone. */
export const propose = call({
  method: 'POST',
  path: '/staff/approvals/propose',
  who: { permission: 'work.read' },
  body: z.object({ proposal, reason }),
  response: z.object({ requestId: uuid, state: z.enum(['open', 'approved']) }),
  changes: true,
});

/** Approves another person's request with the effect that was shown. */
export const approve = call({
  method: 'POST',
  path: '/staff/approvals/approve',
  who: { permission: 'work.read' },
  needsPasskey: true,
  body: z.object({ requestId: uuid, seen: effect }),
  response: z.object({ effect }),
  changes: true,
});

/** Refuses another person's request, with a reason that its maker reads. */
export const refuseApproval = call({
  method: 'POST',
  path: '/staff/approvals/refuse',
  who: { permission: 'work.read' },
  needsPasskey: true,
  body: z.object({ requestId: uuid, reason }),
  response: z.object({}),
  changes: true,
});

/** Withdraws the reader's own request. */
export const withdrawApproval = call({
  method: 'POST',
  path: '/staff/approvals/withdraw',
  who: { permission: 'work.read' },
  body: z.object({ requestId: uuid }),
  response: z.object({}),
  changes: true,
});

/**
 * Comments on an open request. Its maker may, and those who may decide it; the others of them read
 * it.
 */
export const commentRequest = call({
  method: 'POST',
  path: '/staff/approvals/comment',
  who: { permission: 'work.read' },
  body: z.extend(requestComment, { requestId: uuid }),
  response: nothing,
  changes: true,
});
