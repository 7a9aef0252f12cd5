import type { StaffCallName } from '@noren/contract/staff/index';
import { EVENT_SOURCES } from '@noren/core/staff/event-sources';
import type { Role } from '@noren/core/staff/roles';
import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';
import { readNames } from './names.ts';

/** A list or a search as one of the lender's people uses it. */
export interface MeasuredCall {
  readonly what: string;
  readonly kind: 'list' | 'search' | 'floor';
  readonly role: Role;
  readonly call: StaffCallName;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Pages to go on before the measured one. */
  readonly pages?: number;
}

/** How far into a list its middle page is. */
const MIDDLE = 20;

type Rest = Omit<MeasuredCall, 'what' | 'kind' | 'call' | 'role'> & { role?: Role };

const list = (
  call: StaffCallName,
  what: string,
  { role = 'auditor', ...rest }: Rest = {},
): MeasuredCall => ({
  kind: 'list',
  call,
  what: what === '' ? call : `${call}: ${what}`,
  role,
  ...rest,
});

/** The first page, one in the middle, and the first of each filter. */
const listPages = (
  call: StaffCallName,
  { filters = [], ...rest }: Rest & { filters?: readonly Readonly<Record<string, unknown>>[] } = {},
): MeasuredCall[] => [
  list(call, 'first page', rest),
  list(call, 'a middle page', { ...rest, pages: MIDDLE }),
  ...filters.map((filter) =>
    list(call, Object.entries(filter).flat().join(' '), {
      ...rest,
      query: { ...rest.query, ...filter },
    }),
  ),
];

const search = (what: string, role: Role, text: string): MeasuredCall => ({
  kind: 'search',
  call: 'findBorrowers',
  what: `findBorrowers: ${what}`,
  role,
  body: { text },
});

/** People and numbers that are looked for. */
interface SearchFacts {
  readonly person: string;
  readonly busy: string;
  readonly staffId: string;
  readonly rareStaffId: string;
  readonly repayId: string;
  readonly proposalNo: string;
  readonly ticketNo: string;
  readonly code: string;
  readonly phone: string;
  readonly pan: string;
  readonly name: string;
  readonly today: string;
  readonly lastDay: string;
  readonly firstDay: string;
}

const READ_FACTS = namedStatement<'person' | 'people'>(`
  select (select staff_id from staff where email = 'person7@bench.example') as "staffId",
    (select staff_id from staff where email = 'person60@bench.example') as "rareStaffId",
    (select repay_id from orders where user_id = :person limit 1) as "repayId",
    (select proposal_no from orders where user_id = :person limit 1) as "proposalNo",
    (select ticket_no from feedback_tickets where state = 'received' limit 1) as "ticketNo",
    (select code from payment_intents where user_id = any(:people::uuid[]) limit 1) as code,
    (select (max(day) - 2)::text from closed_days) as "lastDay",
    (select min(value_day)::text from journals) as "firstDay"`);

interface Subjects {
  readonly people: readonly string[];
  readonly busy: string;
  readonly today: string;
}

async function readFacts(db: Client, { people, busy, today }: Subjects): Promise<SearchFacts> {
  const [person = ''] = people;
  const { rows } = await db.query(READ_FACTS({ person, people }));
  return { ...rows[0], person, busy, today, ...(await readNames(db, person, rows[0].ticketNo)) };
}

/** Every list call and search of the console, with its filters. */
export async function measuredCalls(db: Client, of: Subjects): Promise<MeasuredCall[]> {
  const known = await readFacts(db, of);
  return [
    {
      kind: 'floor',
      call: 'staffMe',
      what: 'staffMe, a session and its person by key',
      role: 'auditor',
    },
    ...workCalls(),
    ...personCalls(known),
    ...searches(known),
    ...moneyCalls(known),
    ...collectionCalls(),
    ...complaintCalls(),
    ...bookCalls(known),
    ...houseCalls(known),
    ...productCalls(),
  ];
}

const TABS = [
  'identity',
  'name',
  'score',
  'corrections',
  'proofs',
  'money',
  'complaints',
  'approvals',
  'faults',
];

function workCalls(): MeasuredCall[] {
  return [
    list('workCounts', ''),
    ...listPages('workList', {
      role: 'reviewer',
      filters: [{ who: 'nobody' }, { who: 'mine' }, { order: 'newest' }],
    }),
    ...listPages('workList', { role: 'auditor', filters: [{ order: 'oldest' }] }).map((one) => ({
      ...one,
      what: `${one.what}, as auditor`,
    })),
    ...TABS.map((tab) =>
      list('workList', `tab ${tab}`, {
        role:
          tab === 'score'
            ? 'credit_officer'
            : ['identity', 'name', 'corrections'].includes(tab)
              ? 'reviewer'
              : 'auditor',
        query: { tab },
      }),
    ).filter(({ query }) => query?.['tab'] !== 'approvals'),
    list('workList', 'tab approvals', { role: 'accountant', query: { tab: 'approvals' } }),
    ...listPages('approvalList', { role: 'accountant', query: { list: 'to_decide' } }),
    list('approvalList', 'mine', { role: 'payments', query: { list: 'mine' } }),
    list('approvalList', 'history', { role: 'accountant', query: { list: 'history' } }),
    list('approvalList', 'history, a middle page', {
      role: 'accountant',
      query: { list: 'history' },
      pages: MIDDLE,
    }),
    ...listPages('reviewList', {
      role: 'reviewer',
      filters: [{ kind: 'identity' }, { kind: 'bank_name' }, { list: 'with_borrower' }],
    }),
  ];
}

function personCalls({ person, busy }: SearchFacts): MeasuredCall[] {
  return [
    list('borrower', 'a person', { role: 'support', params: { userId: person } }),
    list('borrower', 'with very many rows', { role: 'support', params: { userId: busy } }),
    list('borrowerTimeline', 'a person', { role: 'support', params: { userId: person } }),
    ...listPages('borrowerTimeline', {
      role: 'support',
      params: { userId: busy },
      filters: EVENT_SOURCES.map((source) => ({ source })),
    }).map((one) => ({ ...one, what: `${one.what}, very many rows` })),
  ];
}

function searches({
  phone,
  pan,
  repayId,
  proposalNo,
  ticketNo,
  code,
  name,
}: SearchFacts): MeasuredCall[] {
  return [
    search('phone', 'support', phone),
    search('PAN', 'reviewer', pan),
    search('order', 'grievance_officer', repayId),
    search('proposal', 'payments', proposalNo),
    search('ticket', 'collections', ticketNo),
    search('payment code', 'credit_officer', code),
    search('name of very many', 'support', name),
    search('UTR', 'grievance_officer', 'SBIN12345678901'),
    {
      kind: 'search',
      call: 'findMoney',
      what: 'findMoney: reference',
      role: 'payments',
      body: { text: 'bench-77' },
    },
    {
      kind: 'search',
      call: 'findMoney',
      what: 'findMoney: UTR',
      role: 'payments',
      body: { text: 'SBIN12345678901' },
    },
  ];
}

function moneyCalls({ lastDay, repayId }: SearchFacts): MeasuredCall[] {
  const role = 'payments';
  return [
    ...listPages('moneyPayments', { role }),
    ...listPages('moneyEvents', { role }),
    ...listPages('moneyUnclaimed', { role }),
    ...listPages('moneyProofs', { role }),
    ...(['payout', 'refund'] as const).flatMap((kind) =>
      (['open', 'failed'] as const).map((of) =>
        list('moneyOut', `${kind} ${of}`, { role, query: { kind, list: of } }),
      ),
    ),
    list('unclaimedMatches', '', { role, query: { provider: 'sandbox', providerRef: 'bench-77' } }),
    ...listPages('moneyDiscrepancies', { role }),
    ...listPages('moneyReconciliations', { role }),
    list('moneySettlement', 'today', { role }),
    list('moneySettlement', 'a past day', { role, query: { day: lastDay } }),
    ...listPages('loanList', { role, filters: [{ repayId }] }),
    list('loan', 'a loan', { role, params: { repayId } }),
  ];
}

function collectionCalls(): MeasuredCall[] {
  const role = 'collections';
  return [
    list('collectionBuckets', '', { role }),
    ...listPages('collectionList', {
      role,
      filters: [
        { list: 'next' },
        { list: 'all' },
        { officer: 'mine' },
        { officer: 'nobody' },
        { bucket: 'd8' },
      ],
    }),
  ];
}

function complaintCalls(): MeasuredCall[] {
  const role = 'grievance_officer';
  const ages = ['week', 'fortnight', 'month', 'over'].map((age) => ({ age }));

  return [
    list('complaintAgeing', '', { role }),
    ...listPages('complaintList', {
      role,
      filters: [
        { type: 'complaint' },
        { level: 'escalated' },
        { level: 'desk' },
        ...ages,
        { state: 'answered' },
        { state: 'closed' },
        { state: 'closed', level: 'escalated' },
        { state: 'closed', age: 'month' },
      ],
    }),
  ];
}

function bookCalls({ lastDay, firstDay, today }: SearchFacts): MeasuredCall[] {
  const role = 'accountant';
  const period = { from: firstDay, to: lastDay };

  return [
    list('bookBalances', 'trial balance', { role, query: { to: today } }),
    list('bookBalances', 'a period', { role, query: period }),
    list('portfolio', '', { role }),
    ...listPages('dayJournal', { role, query: { day: lastDay } }),
    ...[
      'interest_receivable',
      'settlement_in',
      'waiver_expense',
      'write_off_expense',
      'refunds_out',
    ].map((account) => list('generalLedger', account, { role, query: { ...period, account } })),
    list('generalLedger', 'a middle page', {
      role,
      query: { ...period, account: 'loan_principal' },
      pages: MIDDLE,
    }),
    list('closedPeriods', '', { role }),
    ...listPages('ledgerExports', { role }),
  ];
}

function houseCalls({ staffId, rareStaffId, busy, repayId }: SearchFacts): MeasuredCall[] {
  return [
    list('dayOverview', ''),
    ...listPages('dayCloses'),
    ...listPages('closeFaults'),
    list('selfChecks', ''),
    list('selfChecks', 'of one check', { query: { name: 'check 3' } }),
    list('jobList', 'waiting', { query: { list: 'waiting' } }),
    list('jobList', 'failed', { query: { list: 'failed' } }),
    list('deliveryList', 'waiting', { query: { list: 'waiting' } }),
    list('deliveryList', 'failed', { query: { list: 'failed' } }),
    ...listPages('auditList', {
      filters: [
        { staffId },
        { staffId: rareStaffId },
        { borrower: busy },
        { borrower: repayId },
        { action: 'field_revealed' },
        { action: 'write_off_approved' },
        { field: 'pan' },
        { field: 'nominee' },
        { staffId, action: 'field_revealed' },
        { staffId: rareStaffId, action: 'write_off_approved' },
        { staffId, field: 'nominee' },
        { borrower: busy, action: 'write_off_approved' },
      ],
    }),
    list('staffList', ''),
    list('accessReview', ''),
  ];
}

function productCalls(): MeasuredCall[] {
  const role = 'product_manager';
  return [
    list('productVersions', '', { role }),
    list('productRequests', '', { role }),
    ...listPages('campaigns', { role }),
    ...['never_borrowed', 'returning', 'approved'].map((segment) =>
      list('segmentSize', segment, { role, query: { segment } }),
    ),
    list('scorecardVersions', '', { role }),
    ...listPages('staffLinkList', { role: 'support' }),
    list('linkCampaignList', '', { role: 'support' }),
    ...['overdue_d1', 'not_seen_30', 'offer_ready'].map((segment) =>
      list('linkSegmentSize', segment, { role: 'support', query: { segment } }),
    ),
  ];
}
