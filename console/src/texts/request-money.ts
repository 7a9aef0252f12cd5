import type { RequestMoney } from '@noren/contract/staff/approvals';
import { formatRupees, paise } from '@noren/core/money/money';
import { businessDay, formatDay } from '@noren/core/money/time';
import { MONEY_KINDS } from '@noren/core/staff/approval-kinds';
import { approvalName } from './permissions.ts';

/** What a request does with its money, after "Approve and" or "Propose to". */
const ACTS: Readonly<Record<(typeof MONEY_KINDS)[number], (amount: string) => string>> = {
  waiver: (amount) => `waive ${amount}`,
  write_off: (amount) => `write off ${amount}`,
  reversal: (amount) => `reverse ${amount}`,
  payment_move: (amount) => `move ${amount}`,
  refund_retry: (amount) => `retry the refund of ${amount}`,
  refund_payout: (amount) => `pay out ${amount}`,
  payout_reversal: (amount) => `reverse the payout of ${amount}`,
  payout_cancel: (amount) => `cancel the payout of ${amount}`,
  proof: (amount) => `post ${amount}`,
  unclaimed_payment_claim: (amount) => `post ${amount}`,
  unclaimed_payment_return: (amount) => `return ${amount}`,
  settlement_offer: (amount) => `offer to settle for ${amount}`,
  coupon: (amount) => `grant up to ${amount}`,
};

const rupeesText = (amountPaise: number): string =>
  formatRupees(paise(amountPaise), { paise: 'always' });

interface NamedRequest {
  readonly kind: string;
  readonly money: RequestMoney | null | undefined;
  /** Whom it is about. */
  readonly person?: string | null;
  /** A proof is also refused. */
  readonly decision?: unknown;
}

/** Kind of a request, with its amount, or else with whom it is about. */
export function requestTitle({ kind, money, person }: NamedRequest): string {
  const about = money ? rupeesText(money.amountPaise) : person;
  return about ? `${approvalName(kind)}: ${about}` : approvalName(kind);
}

/** The button that approves a request. */
export const approveActText = (request: NamedRequest): string =>
  actText(request, 'Approve: ', 'Approve and ');

/** The button that proposes a request. */
export const proposeActText = (request: NamedRequest): string =>
  actText(request, 'Propose: ', 'Propose to ');

function actText({ kind, money, decision }: NamedRequest, byName: string, byAct: string): string {
  const moneyKind = MONEY_KINDS.find((one) => one === kind);
  if (!money || moneyKind === undefined) return `${byName}${approvalName(kind)}`;

  const amount = rupeesText(money.amountPaise);
  const act =
    kind === 'proof' && decision === 'refuse'
      ? `refuse the proof of ${amount}`
      : ACTS[moneyKind](amount);

  return `${byAct}${act}`;
}

/** Whose money it is, and by which transfer. */
export function moneyAbout({ person, utrLast4, day }: RequestMoney): string {
  const parts = [
    person ?? moneyRequestTexts.nobody,
    utrLast4 === null ? null : moneyRequestTexts.utrOf(utrLast4),
    day === null ? null : formatDay(businessDay(day)),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

export const moneyRequestTexts = {
  title: 'Money',
  amount: 'Amount',
  utr: 'UTR',
  utrOf: (last4: string) => `UTR ··${last4}`,
  day: 'Day',
  person: 'Payer or borrower',
  nobody: 'Payer unknown',
  noUtr: 'None',
  noDay: 'None',
} as const;
