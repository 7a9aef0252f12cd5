import { type Call, findPermission } from '@noren/contract/call';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { ROLE_PERMISSIONS, ROLES, type Role } from '@noren/core/staff/roles';
import type { Client } from 'pg';
import * as z from 'zod/mini';
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
  /** Somebody with very many rows. */
  readonly busy: string;
  readonly today: string;
}

/** People, numbers and days that are looked for. */
async function readFacts(db: Client, { people, ...others }: Subjects): Promise<Values> {
  const [person = ''] = people;
  const { rows } = await db.query(READ_FACTS({ person, people }));
  const { phone, name, pan, ...facts } = rows[0];

  return {
    ...facts,
    ...others,
    person,
    phone: decrypt(phone, `users.phone_enc:${person}`),
    name: decrypt(name, `identities.name_enc:${person}`),
    pan: decrypt(pan, `identities.pan_enc:${person}`),
  };
}

/** Every call of the console that reads, with each of its filters, and every search. */
export async function listMeasuredCalls(db: Client, subjects: Subjects): Promise<MeasuredCall[]> {
  const facts = await readFacts(db, subjects);
  const names = Object.keys(STAFF_CALLS) as StaffCallName[];

  return [
    { kind: 'floor', call: 'staffMe', what: 'staffMe', role: 'auditor' },
    ...names.flatMap((name) => listReadings(name, facts)),
    ...buildSearches(facts),
  ];
}

/**
 * Who reads what is closed to the auditor: by the value of a filter, or `all` of a call. Elsewhere
 * it is the auditor, or else the first role that may.
 */
const READERS: Partial<Record<StaffCallName, Readonly<Record<string, Role>>>> = {
  workList: {
    identity: 'reviewer',
    name: 'reviewer',
    corrections: 'reviewer',
    sanctions: 'reviewer',
    nobody: 'reviewer',
    newest: 'reviewer',
    score: 'credit_officer',
    approvals: 'accountant',
  },
  approvalList: { all: 'accountant' },
  reviewList: { all: 'reviewer', score: 'credit_officer' },
};

/**
 * The first page of a call that reads, without a filter and with each; and a middle page, and
 * somebody with few rows.
 */
function listReadings(name: StaffCallName, facts: Values): MeasuredCall[] {
  const declared: Call = STAFF_CALLS[name];
  const permission = findPermission(declared);
  const { owingId, busy, person, staffId } = facts;
  const params: Values = { repayId: owingId, userId: busy, staffId };
  const named = [...declared.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!);
  const isRead = declared.method === 'GET' && permission !== null && !declared.answerTypes;
  if (!isRead || named.some((param) => params[param] === undefined)) return [];

  const may = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission));
  const { all = may.includes('auditor') ? 'auditor' : may[0]!, ...readers } = READERS[name] ?? {};
  const { queries, hasPages } = listQueries(name, facts);
  const calls = queries.map((query): MeasuredCall => {
    const filter = Object.values(query).find((value) => String(value) in readers);
    const what = [name, ...Object.entries(query).flat()].join(' ');

    return { kind: 'list', call: name, what, role: readers[String(filter)] ?? all, query, params };
  });
  const first = calls[0]!;
  const few = { ...params, userId: person };

  if (named.includes('userId')) calls.push({ ...first, what: `${name}, few rows`, params: few });
  if (hasPages) calls.push({ ...first, what: `${first.what}, a middle page`, pages: MIDDLE });

  return calls;
}

type Variants = Partial<Record<StaffCallName, readonly Values[]>>;

/** The queries of a call: with all that it needs, and with each filter that it has. */
function listQueries(name: StaffCallName, facts: Values): { queries: Values[]; hasPages: boolean } {
  const declared: Call = STAFF_CALLS[name];
  const schema = z.toJSONSchema(declared.query ?? z.object({}), { unrepresentable: 'any' });
  const { properties = {}, required = [] } = schema;
  const known: Readonly<Record<string, readonly unknown[]>> = listValues(facts);

  const vary = (field: string): Values[] => {
    const { enum: listed } = properties[field] as { enum?: unknown[] };
    return (listed ?? known[field] ?? []).map((value) => ({ [field]: value }));
  };
  const needed = required.reduce<Values[]>(
    (queries, field) =>
      queries.flatMap((query) => vary(field).map((one) => ({ ...query, ...one }))),
    [{}],
  );
  if (needed.length === 0) throw new Error(`${name} needs a value of ${required.join(' or ')}`);

  const filters = Object.keys(properties).filter((field) => !required.includes(field));
  const more = [...filters.flatMap(vary), ...(listPairs(facts)[name] ?? [])];

  return {
    queries: [...needed, ...more.map((filter) => ({ ...needed[0], ...filter }))],
    hasPages: 'after' in properties,
  };
}

/** Values of the fields that list none. */
const listValues = ({ busy, repayId, lastDay, firstDay, today, reference, ...facts }: Values) => ({
  action: ['field_revealed', 'write_off_approved'],
  borrower: [busy, repayId],
  day: [lastDay],
  from: [firstDay],
  provider: ['sandbox'],
  providerRef: [reference],
  repayId: [repayId],
  staffId: [facts.staffId, facts.rareStaffId],
  to: [today],
});

/** Filters that are set together. */
const listPairs = ({ busy, staffId, rareStaffId }: Values): Variants => ({
  auditList: [
    { staffId, action: 'field_revealed' },
    { staffId: rareStaffId, action: 'write_off_approved' },
    { staffId, field: 'nominee' },
    { borrower: busy, action: 'write_off_approved' },
  ],
  complaintList: [
    { state: 'closed', level: 'escalated' },
    { state: 'closed', age: 'month' },
  ],
});

const UTR = 'SBIN12345678901';

function buildSearches(facts: Values): MeasuredCall[] {
  const { phone, pan, name, repayId, proposalNo, ticketNo, code, reference } = facts;
  const searches: [StaffCallName, Role, string, unknown][] = [
    ['findBorrowers', 'support', 'phone', phone],
    ['findBorrowers', 'reviewer', 'PAN', pan],
    ['findBorrowers', 'grievance_officer', 'order', repayId],
    ['findBorrowers', 'payments', 'proposal', proposalNo],
    ['findBorrowers', 'collections', 'ticket', ticketNo],
    ['findBorrowers', 'credit_officer', 'payment code', code],
    ['findBorrowers', 'support', 'name of very many', name],
    ['findBorrowers', 'grievance_officer', 'UTR', UTR],
    ['findMoney', 'payments', 'reference', reference],
    ['findMoney', 'payments', 'UTR', UTR],
  ];

  return searches.map(([call, role, what, text]) => ({
    kind: 'search',
    call,
    what: `${call}: ${what}`,
    role,
    body: { text },
  }));
}
