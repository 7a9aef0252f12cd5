import { type Call, findPermission } from '@noren/contract/call';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { EVENT_SOURCES } from '@noren/core/staff/event-sources';
import { ROLE_PERMISSIONS, ROLES, type Role } from '@noren/core/staff/roles';
import type { Client } from 'pg';
import { decrypt } from '../load-model/field-values.ts';
import { namedStatement } from '../named-statement.ts';

type Values = Readonly<Record<string, unknown>>;

/** A list or a search as one of the lender's people uses it. */
export interface MeasuredCall {
  readonly what: string;
  readonly kind: 'list' | 'search' | 'floor';
  readonly role: Role;
  readonly call: StaffCallName;
  readonly query?: Values;
  readonly params?: Values;
  readonly body?: Values;
  /** Pages to go on before the measured one. */
  readonly pages?: number;
}

/** How far into a list its middle page is. */
const MIDDLE = 20;

/** People and numbers that are looked for. */
type Facts = Readonly<
  Record<
    | 'person'
    | 'busy'
    | 'staffId'
    | 'rareStaffId'
    | 'repayId'
    | 'owingId'
    | 'proposalNo'
    | 'ticketNo'
    | 'reference'
    | 'code'
    | 'phone'
    | 'pan'
    | 'name'
    | 'today'
    | 'lastDay'
    | 'firstDay',
    string
  >
>;

const READ_FACTS = namedStatement<'person' | 'people'>(`
  select (select staff_id from staff where email = 'person7@bench.example') as "staffId",
    (select staff_id from staff where email = 'person60@bench.example') as "rareStaffId",
    (select repay_id from orders where user_id = :person limit 1) as "repayId",
    (select repay_id from orders where user_id = any(:people::uuid[])
       and status = ${OrderStatus.overdue} limit 1) as "owingId",
    (select provider_ref from unclaimed_funds where state = 'open' limit 1) as reference,
    (select proposal_no from orders where user_id = :person limit 1) as "proposalNo",
    (select ticket_no from feedback_tickets where state = 'received' limit 1) as "ticketNo",
    (select code from payment_intents where user_id = any(:people::uuid[]) limit 1) as code,
    (select (max(day) - 2)::text from closed_days) as "lastDay",
    (select min(value_day)::text from journals) as "firstDay",
    phone_enc as phone, name_enc as name, pan_enc as pan
  from users join identities using (user_id) where user_id = :person`);

interface Subjects {
  readonly people: readonly string[];
  readonly busy: string;
  readonly today: string;
}

async function readFacts(db: Client, { people, busy, today }: Subjects): Promise<Facts> {
  const [person = ''] = people;
  const { rows } = await db.query(READ_FACTS({ person, people }));
  const { phone, name, pan, ...facts } = rows[0];

  return {
    ...facts,
    person,
    busy,
    today,
    phone: decrypt(phone, `users.phone_enc:${person}`),
    name: decrypt(name, `identities.name_enc:${person}`),
    pan: decrypt(pan, `identities.pan_enc:${person}`),
  };
}

/** Every list call and search of the console, with its filters. */
export async function listMeasuredCalls(db: Client, subjects: Subjects): Promise<MeasuredCall[]> {
  const facts = await readFacts(db, subjects);
  const variants = buildVariants(facts);
  const names = Object.keys(STAFF_CALLS) as StaffCallName[];

  return [
    { kind: 'floor', call: 'staffMe', what: 'staffMe', role: 'auditor' },
    ...names.flatMap((name) => listVariants(name, variants[name] ?? [{}], facts)),
    ...buildSearches(facts),
  ];
}

/** A list as somebody reads it: by default the auditor, or else the first role that may. */
interface Variant {
  readonly as?: Role;
  readonly userId?: string;
  readonly query?: Values;
}

/** The first page of each variant of a call that reads, and a middle page of the first variant. */
function listVariants(
  name: StaffCallName,
  variants: readonly Variant[],
  { person, owingId }: Facts,
): MeasuredCall[] {
  const declared: Call = STAFF_CALLS[name];
  const permission = findPermission(declared);
  const names = [...declared.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
  const known: Values = { userId: person, repayId: owingId };
  const isRead = declared.method === 'GET' && permission !== null && !declared.answerTypes;
  if (!isRead || names.some((param) => known[param ?? ''] === undefined)) return [];

  const readers = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission));
  const reader = readers.includes('auditor') ? 'auditor' : readers[0]!;
  const calls = variants.map(({ as: role = reader, userId = person, query = {} }): MeasuredCall => {
    const filters = [...(userId === person ? [] : ['many rows']), ...Object.entries(query).flat()];
    const params = { ...known, userId };

    return { kind: 'list', call: name, what: [name, ...filters].join(' '), role, query, params };
  });

  const [first] = calls;
  const hasPages = first !== undefined && 'after' in readFields(declared);
  const middle = { ...first!, what: `${first!.what}, a middle page`, pages: MIDDLE };

  return hasPages ? [...calls, middle] : calls;
}

/** The fields of a call's query. */
function readFields({ query }: Call): Values {
  return (query as { shape?: Values } | undefined)?.shape ?? {};
}

const by = (name: string, values: readonly string[], more: Values = {}): Variant[] =>
  values.map((value) => ({ query: { ...more, [name]: value } }));

type Variants = Partial<Record<StaffCallName, readonly Variant[]>>;

/** The variants of the calls that are read in more ways than without a filter. */
function buildVariants(facts: Facts): Variants {
  return { ...buildWork(facts), ...buildBooks(facts) };
}

const EVERY: Variant = {};

/** Of work, people and complaints. */
function buildWork({ busy, repayId }: Facts): Variants {
  const asReviewer = { as: 'reviewer' } as const;

  return {
    workList: [
      EVERY,
      { ...asReviewer, query: { who: 'nobody' } },
      { ...asReviewer, query: { who: 'mine' } },
      { ...asReviewer, query: { order: 'newest' } },
      { query: { order: 'oldest' } },
      ...by('tab', ['proofs', 'money', 'complaints', 'faults']),
      ...by('tab', ['identity', 'name', 'corrections']).map((one) => ({ ...one, ...asReviewer })),
      { as: 'credit_officer', query: { tab: 'score' } },
      { as: 'accountant', query: { tab: 'approvals' } },
    ],
    approvalList: by('list', ['history', 'to_decide', 'mine']).map((one) => ({
      ...one,
      as: 'accountant',
    })),
    reviewList: [
      EVERY,
      ...by('kind', ['identity', 'bank_name']),
      ...by('list', ['with_borrower']),
    ].map((one) => ({ ...one, ...asReviewer })),
    borrower: [EVERY, { userId: busy }],
    borrowerTimeline: [
      { userId: busy },
      EVERY,
      ...by('source', EVENT_SOURCES).map((one) => ({ ...one, userId: busy })),
    ],
    loanList: [EVERY, ...by('repayId', [repayId])],
    collectionList: [
      EVERY,
      ...by('list', ['next', 'all']),
      { as: 'collections', query: { officer: 'mine' } },
      ...by('officer', ['nobody']),
      ...by('bucket', ['d8']),
    ],
    complaintList: [
      EVERY,
      ...by('type', ['complaint']),
      ...by('level', ['escalated', 'desk']),
      ...by('age', ['week', 'fortnight', 'month', 'over']),
      ...by('state', ['answered', 'closed']),
      ...by('level', ['escalated'], { state: 'closed' }),
      ...by('age', ['month'], { state: 'closed' }),
    ],
  };
}

/** Of money, books, the house and products. */
function buildBooks(facts: Facts): Variants {
  const { busy, staffId, rareStaffId, repayId, reference, today, lastDay, firstDay } = facts;
  const period = { from: firstDay, to: lastDay };

  return {
    moneyOut: ['payout', 'refund'].flatMap((kind) => by('list', ['open', 'failed'], { kind })),
    unclaimedMatches: by('providerRef', [reference], { provider: 'sandbox' }),
    moneySettlement: [EVERY, ...by('day', [lastDay])],
    bookBalances: [...by('to', [today]), { query: period }],
    dayJournal: by('day', [lastDay]),
    generalLedger: by(
      'account',
      [
        'loan_principal',
        'interest_receivable',
        'settlement_in',
        'waiver_expense',
        'write_off_expense',
        'refunds_out',
      ],
      period,
    ),
    jobList: by('list', ['waiting', 'failed']),
    deliveryList: by('list', ['waiting', 'failed']),
    auditList: [
      EVERY,
      ...by('staffId', [staffId, rareStaffId]),
      ...by('borrower', [busy, repayId]),
      ...by('action', ['field_revealed', 'write_off_approved']),
      ...by('field', ['pan', 'nominee']),
      ...by('action', ['field_revealed'], { staffId }),
      ...by('action', ['write_off_approved'], { staffId: rareStaffId }),
      ...by('field', ['nominee'], { staffId }),
      ...by('action', ['write_off_approved'], { borrower: busy }),
    ],
    segmentSize: by('segment', ['never_borrowed', 'returning', 'approved']),
    linkSegmentSize: by('segment', ['overdue_d1', 'not_seen_30', 'offer_ready']),
    signUpSources: [{ query: period }],
  };
}

const UTR = 'SBIN12345678901';

function buildSearches(facts: Facts): MeasuredCall[] {
  const { phone, pan, repayId, proposalNo, ticketNo, reference, code, name } = facts;
  const search = (
    call: StaffCallName,
    role: Role,
    [what, text]: [string, string],
  ): MeasuredCall => ({ kind: 'search', call, what: `${call}: ${what}`, role, body: { text } });

  return [
    search('findBorrowers', 'support', ['phone', phone]),
    search('findBorrowers', 'reviewer', ['PAN', pan]),
    search('findBorrowers', 'grievance_officer', ['order', repayId]),
    search('findBorrowers', 'payments', ['proposal', proposalNo]),
    search('findBorrowers', 'collections', ['ticket', ticketNo]),
    search('findBorrowers', 'credit_officer', ['payment code', code]),
    search('findBorrowers', 'support', ['name of very many', name]),
    search('findBorrowers', 'grievance_officer', ['UTR', UTR]),
    search('findMoney', 'payments', ['reference', reference]),
    search('findMoney', 'payments', ['UTR', UTR]),
  ];
}
