import * as z from 'zod';
import {
  type Endpoint,
  makeIds,
  type ReceivedRequest,
  Refusal,
  readStrictly,
  toPage,
} from './http-side.ts';

// RazorpayX as documented:
// razorpay.com/docs/api/x/{payout-composite,payouts,composite-account-validation}.

/** A payout as the API answers it. */
export interface Payout {
  id: string;
  created_at: number;
  amount: number;
  mode: string;
  status: string;
  reference_id: string | null;
  status_details: { reason: string } | null;
  [field: string]: unknown;
}

export interface Validation {
  id: string;
  created_at: number;
  status: 'created' | 'completed' | 'failed';
  reference_id: string | null;
  [field: string]: unknown;
}

/** RazorpayX's state, and the banks' answers. */
export interface PayoutsSide {
  readonly endpoints: Endpoint[];
  readonly payouts: Map<string, Payout>;
  readonly validations: Map<string, Validation>;
  /** The initial state of the next payouts. */
  payoutsBecome: string;
  /** The result of the next validations. */
  accountsAre: { status: Validation['status']; account?: string; name?: string | null };
  /** Accounts with their balances, as `banking_balances` answers them. */
  balances: {
    account_number: string;
    available_amount: number;
    refreshed_at: number;
    [field: string]: unknown;
  }[];
  /** Refuses the next payout or validation. */
  refuse: { field?: string; reason?: string } | null;
  byReference(reference: string): Payout[];
  settle(payout: Payout, status: string, reason?: string): Payout;
}

/** Characters that the documentation allows in a name. */
const NAME = /^[A-Za-z0-9 ’\-_/().,]+$/;

const fundAccount = z.strictObject({
  account_type: z.literal('bank_account'),
  bank_account: z.strictObject({
    name: z.string().min(4).max(120).regex(NAME),
    ifsc: z.string().length(11),
    account_number: z.string().regex(/^[A-Za-z0-9]{5,35}$/),
  }),
  contact: z.strictObject({
    name: z.string().min(3).max(50).regex(NAME),
    type: z.enum(['vendor', 'customer', 'employee', 'self']),
    reference_id: z.string().max(40),
  }),
});

const payoutBody = (accountNumber: string) =>
  z.strictObject({
    account_number: z.literal(accountNumber),
    amount: z.int().min(100),
    currency: z.literal('INR'),
    mode: z.enum(['NEFT', 'RTGS', 'IMPS']),
    purpose: z.enum(['refund', 'cashback', 'payout', 'salary', 'utility bill', 'vendor bill']),
    fund_account: fundAccount,
    queue_if_low_balance: z.boolean(),
    reference_id: z.string().max(40),
    narration: z.string().regex(/^[A-Za-z0-9 ]{1,30}$/),
  });

const validationBody = (accountNumber: string) =>
  z.strictObject({
    source_account_number: z.literal(accountNumber),
    validation_type: z.literal('optimized'),
    reference_id: z.string().max(40),
    fund_account: fundAccount,
  });

/** Creates RazorpayX; `now` is UTC ms. */
export function makePayoutsSide(accountNumber: string, now: () => number): PayoutsSide {
  const next = makeIds('B');
  const at = (): number => Math.floor(now() / 1_000);
  const keys = new Map<string, { body: string; id: string }>();
  const side = makeEmptySide();

  const refuseOnce = (): void => {
    const { refuse } = side;
    side.refuse = null;
    if (refuse) throw new Refusal(refuse);
  };

  const ofAccount = ({ query }: ReceivedRequest): void => {
    if (query.account_number !== accountNumber) throw new Refusal({ field: 'account_number' });
  };

  const send = ({ body, headers }: ReceivedRequest): Payout => {
    const key = String(headers['x-payout-idempotency'] ?? '');
    if (!/^[\w\- ]{4,36}$/.test(key))
      throw new Refusal({ field: 'X-Payout-Idempotency', reason: 'null' });

    const before = keys.get(key);
    if (before && before.body !== JSON.stringify(body))
      throw new Refusal({ field: 'X-Payout-Idempotency' });
    if (before) return side.payouts.get(before.id) as Payout;

    refuseOnce();

    const {
      fund_account: _to,
      account_number: _from,
      ...content
    } = readStrictly(payoutBody(accountNumber), body);
    const made = {
      id: next('pout'),
      entity: 'payout',
      fund_account_id: next('fa'),
      ...content,
      created_at: at(),
    };
    const payout: Payout = { ...made, status: side.payoutsBecome, status_details: null, utr: null };

    side.payouts.set(payout.id, payout);
    keys.set(key, { body: JSON.stringify(body), id: payout.id });

    return payout;
  };

  side.endpoints.push(
    ['GET', 'banking_balances', () => listBalances(side)],
    ['POST', 'payouts', send],
    ['GET', 'payouts', (seen) => listPayouts(side, seen, ofAccount)],
    ['POST', 'payouts/:id/cancel', (_seen, id) => cancelPayout(side, id)],
    [
      'POST',
      'fund_accounts/validations',
      ({ body }) => {
        refuseOnce();
        const { reference_id: reference } = readStrictly(validationBody(accountNumber), body);
        return validate(side, { id: next('fav'), reference_id: reference, created_at: at() });
      },
    ],
    [
      'GET',
      'fund_accounts/validations',
      (seen) => {
        ofAccount(seen);
        return toPage(side.validations.values(), seen.query);
      },
    ],
    ['GET', 'fund_accounts/validations/:id', (_seen, id) => findValidation(side, id)],
  );

  return side;
}

/** The state in which every payout is taken and every account exists. */
function makeEmptySide(): PayoutsSide {
  const side: PayoutsSide = {
    endpoints: [],
    payouts: new Map(),
    validations: new Map(),
    payoutsBecome: 'processing',
    accountsAre: { status: 'completed', account: 'active', name: 'Asha Devi' },
    refuse: null,
    balances: [],
    byReference: (reference) =>
      [...side.payouts.values()].filter((payout) => payout.reference_id === reference),
    settle: (payout, status, reason) =>
      Object.assign(payout, { status, status_details: reason ? { reason } : null }),
  };

  return side;
}

function listBalances({ balances }: PayoutsSide) {
  return { entity: 'collection', count: balances.length, items: balances };
}

function findValidation({ validations }: PayoutsSide, id: string): Validation {
  const found = validations.get(id);
  if (!found) throw new Refusal({ description: 'The id provided does not exist' });
  return found;
}

function listPayouts(
  side: PayoutsSide,
  seen: ReceivedRequest,
  ofAccount: (seen: ReceivedRequest) => void,
) {
  ofAccount(seen);

  const { reference_id: reference } = seen.query;
  const all = [...side.payouts.values()].filter(
    (one) => reference === undefined || one.reference_id === reference,
  );

  return toPage(all, seen.query);
}

function cancelPayout(side: PayoutsSide, id: string | undefined): Payout {
  const found = side.payouts.get(id ?? '');
  if (found?.status !== 'queued')
    throw new Refusal({ description: 'Payout cannot be cancelled in its state' });
  return side.settle(found, 'cancelled');
}

function validate(
  side: PayoutsSide,
  request: { id: string; reference_id: string; created_at: number },
): Validation {
  const { status, account = null, name = null } = side.accountsAre;
  const validation: Validation = {
    ...request,
    entity: 'fund_account.validation',
    status,
    validation_results: {
      account_status: account,
      registered_name: name,
      details: null,
      name_match_score: null,
    },
    status_details: {
      description: 'told',
      source: 'beneficiary_bank',
      reason: `validation_${status}`,
    },
  };

  side.validations.set(validation.id, validation);

  return validation;
}
