import type { WorkItem } from '@noren/contract/staff/work';
import { paise } from '@noren/core/money/money';
import { businessDay, daysBetween, formatDay, toBusinessDay } from '@noren/core/money/time';
import { codeText } from '../../texts/codes.ts';
import { permissionName } from '../../texts/permissions.ts';
import { NEXT_ACTIONS, TICKET_TYPES, WORK_KIND_NAMES, workTexts } from '../../texts/work.ts';
import { moneyText } from '../../ui/figures.tsx';
import type { IconName } from '../../ui/icon.tsx';

const ICONS: Readonly<Record<WorkItem['kind'], IconName>> = {
  identity: 'review',
  bank_name: 'name',
  score: 'scale',
  correction: 'edit',
  sanctions: 'sanctions',
  proof: 'document',
  unclaimed: 'money',
  refund: 'again',
  payout: 'out',
  discrepancy: 'swap',
  complaint: 'complaints',
  escalation: 'complaints',
  last_level: 'complaints',
  complaint_alarm: 'late',
  approval: 'approvals',
  close_failure: 'day',
  self_check: 'late',
};

export const pickIcon = ({ kind }: WorkItem): IconName => ICONS[kind];

/** The name of an item: "Payment proof", "Complaint, day 27", "Approval: waiver". */
export function describeKind({ kind, facts, since }: WorkItem, now: number): string {
  const type = TICKET_TYPES[facts.type ?? ''] ?? WORK_KIND_NAMES.complaint;
  if (kind === 'complaint')
    return workTexts.complaintDay(type, daysBetween(toBusinessDay(since), toBusinessDay(now)) + 1);
  if (kind === 'escalation') return workTexts.escalated(type);

  if (kind === 'approval' && facts.approval)
    return workTexts.approvalOf(
      permissionName(`approve.${facts.approval}`).replace(/^approve: /, ''),
    );

  return WORK_KIND_NAMES[kind];
}

/** What an item without a known borrower is about. */
export function describeSubject({ facts }: WorkItem): string {
  if (facts.day) return workTexts.dayOf(formatDay(businessDay(facts.day)));

  return facts.check ?? workTexts.noPerson;
}

/** The next action, with its amount or field if known. */
export function describeNextAction({ kind, facts }: WorkItem): string {
  const { plain, withValue } = NEXT_ACTIONS[kind];
  // After a failed or reversed payout the borrower is asked for another account, with no amount.
  const needsAccount = kind === 'payout' && ['failed', 'reversed'].includes(facts.state ?? '');
  const value =
    facts.amountPaise === undefined
      ? facts.field && codeText(facts.field)
      : amountText(facts.amountPaise);

  return withValue === undefined || value === undefined || needsAccount
    ? plain
    : withValue.replace('{value}', value);
}

export const amountText = (amount: number): string => moneyText(paise(amount));
