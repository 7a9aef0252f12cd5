import { APPROVAL_KINDS } from '@noren/core/staff/approval-kinds';
import { PERMISSIONS } from '@noren/core/staff/permissions';
import { ROLES } from '@noren/core/staff/roles';
import * as z from 'zod/mini';
import { instant, paise, uuid } from '../fields.ts';

/** Fields that several files of staff calls use. */

export const role = z.enum(ROLES);

export const permission = z.enum(
  PERMISSIONS as [(typeof PERMISSIONS)[number], ...(typeof PERMISSIONS)[number][]],
);

export const approvalKind = z.enum(APPROVAL_KINDS);
/** Reason of a proposal or refusal. Colleagues read it, the borrower never does. */
export const reason = z.string().check(z.trim(), z.minLength(5, 'short'), z.maxLength(500, 'long'));

/** Templates of replies to a complaint, in every language. */
export const replyTemplate = z.enum([
  'looking',
  'payment_counted',
  'more_needed',
  'mistake',
  'final',
]);

/** A payment posted to an order. */
export const postedPayment = z.object({
  journalId: uuid,
  provider: z.string(),
  providerRef: z.string(),
  channel: z.nullable(z.string()),
  utrLast4: z.nullable(z.string()),
  amountPaise: paise,
  paidAt: instant,
  isReversed: z.boolean(),
});
