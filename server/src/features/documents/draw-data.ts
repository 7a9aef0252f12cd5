import { createHash } from 'node:crypto';
import { DICTIONARIES, type Dictionary } from '@noren/contract/certification';
import type { Language } from '@noren/contract/fields';
import { LANGUAGES } from '@noren/contract/languages';
import { LOAN_TEXT_VERSION } from '@noren/contract/loan-words';
import type { AppConfig } from '@noren/contract/public';
import { choicesOf } from '../../lending/dictionaries.ts';
import { type MessageId, say as sayText } from '../../platform/translations/translations.ts';
import { Paper } from './paper.ts';
import { day, docSpeaker, loanSpeaker, moment, money, type SayDoc } from './words.ts';

/** All that is held of a user, by table, in plain; `at` is when the copy was asked for, UTC ms. */
export interface CopyOfData {
  readonly userId: string;
  readonly language: Language;
  readonly at: number;
  readonly lender: AppConfig['lender'];
  readonly officer: AppConfig['appGrievance'];
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** How a value is written. */
type Kind =
  | 'text'
  | 'money'
  | 'moment'
  | 'day'
  | 'language'
  | 'card'
  | 'purpose'
  | 'decision'
  | 'field'
  | 'of_field'
  | Dictionary;
type Label = Extract<MessageId, `docs.data.${string}`> extends `docs.data.${infer Name}` ? Name : never;
/** A column of a table: what it is called in the copy, and how it is written. */
type Columns = Readonly<Record<string, readonly [label: Label, kind: Kind]>>;

const chosen = (...names: (Dictionary & Label)[]): Columns =>
  Object.fromEntries(names.map((name) => [name, [name, name] as const]));
const person: Columns = {
  relationship: ['relationship', 'relationship'],
  name: ['name', 'text'],
  phone: ['phone', 'text'],
};

/** What the readable copy shows, in its order; the other copy has the rest. */
const PAPER: readonly { table: string; title: Label; columns: Columns }[] = [
  {
    table: 'users',
    title: 'of_users',
    columns: { phone: ['phone', 'text'], language: ['language', 'language'], created_at: ['since', 'moment'] },
  },
  {
    table: 'identities',
    title: 'of_identities',
    columns: {
      name: ['name', 'text'],
      birth_day: ['birthday', 'day'],
      pan: ['pan', 'text'],
      aadhaar_last4: ['aadhaar_last4', 'text'],
    },
  },
  { table: 'identity_documents', title: 'of_cards', columns: { type: ['card', 'card'], ocr_at: ['at', 'moment'] } },
  {
    table: 'personal_info',
    title: 'of_personal',
    columns: {
      ...chosen('gender'),
      email: ['email', 'text'],
      ...chosen('education', 'maritalStatus', 'childrenCount', 'workStatus', 'industry', 'monthlyIncome'),
      ...chosen('salaryType', 'payday'),
      companyName: ['companyName', 'text'],
      companyAddress: ['companyAddress', 'text'],
    },
  },
  {
    table: 'survey_answers',
    title: 'of_survey',
    columns: { purpose: ['loanPurpose', 'loanPurpose'], ...chosen('incomeBand', 'otherDebts', 'heardFrom') },
  },
  { table: 'contacts', title: 'of_contacts', columns: person },
  { table: 'nominees', title: 'of_nominee', columns: person },
  {
    table: 'bank_accounts',
    title: 'of_account',
    columns: {
      bank_code: ['bank', 'text'],
      ifsc: ['ifsc', 'text'],
      account: ['account', 'text'],
      holder_name: ['holder', 'text'],
      saved_at: ['at', 'moment'],
    },
  },
  {
    table: 'consents',
    title: 'of_consents',
    columns: {
      purpose: ['consent', 'purpose'],
      text_version: ['text_version', 'text'],
      decision: ['decision', 'decision'],
      at: ['at', 'moment'],
      withdrawn_at: ['withdrawn', 'moment'],
    },
  },
  {
    table: 'credit_limits',
    title: 'of_limit',
    columns: { limit_paise: ['amount', 'money'], evaluated_at: ['at', 'moment'] },
  },
  {
    table: 'orders',
    title: 'of_loans',
    columns: {
      repay_id: ['number', 'text'],
      principal_paise: ['amount', 'money'],
      applied_at: ['applied', 'moment'],
      disbursed_day: ['paid_out', 'day'],
      due_day: ['due', 'day'],
      closed_at: ['closed', 'moment'],
    },
  },
  {
    table: 'provider_payments',
    title: 'of_payments',
    columns: { amount_paise: ['amount', 'money'], paid_at: ['at', 'moment'] },
  },
  {
    table: 'sessions',
    title: 'of_sessions',
    columns: { created_at: ['since', 'moment'], last_used_at: ['used', 'moment'] },
  },
  { table: 'notifications', title: 'of_messages', columns: { text: ['text', 'text'], sent_at: ['at', 'moment'] } },
  {
    table: 'feedback_tickets',
    title: 'of_feedback',
    columns: {
      ticket_no: ['number', 'text'],
      text: ['text', 'text'],
      answer: ['answer', 'text'],
      submitted_at: ['at', 'moment'],
    },
  },
  {
    table: 'data_changes',
    title: 'of_changes',
    columns: {
      field: ['field', 'field'],
      before: ['before', 'of_field'],
      after: ['after', 'of_field'],
      requested_at: ['at', 'moment'],
    },
  },
];

/** Draws all that is held of a user, in their language. */
export function drawData(data: CopyOfData): Promise<Buffer> {
  const say = docSpeaker(data.language);
  const common = loanSpeaker(LOAN_TEXT_VERSION, data.language);
  const title = say('docs.data.title');
  const paper = new Paper({
    title,
    number: moment(data.at),
    issuer: data.lender.name,
    mark: createHash('sha256').update(JSON.stringify(data)).digest('hex'),
    markLabel: common('form.mark'),
    language: data.language,
    at: data.at,
    pageWords: (page, of) => common('form.page', { page, of }),
  });
  paper.title(title, say('docs.data.lead', { at: moment(data.at) }));
  paper.paragraph(say('docs.data.seen', { lender: data.lender.name }));
  for (const part of PAPER) writePart(paper, data, part, say);
  writeEnd(paper, data, say);
  return paper.end();
}

function writePart(paper: Paper, data: CopyOfData, part: (typeof PAPER)[number], say: SayDoc): void {
  const rows = data.tables[part.table] ?? [];
  if (rows.length === 0) return;
  paper.heading(say(`docs.data.${part.title}`));
  for (const row of rows) {
    const columns = Object.entries(part.columns).filter(([key]) => row[key] !== null && row[key] !== undefined);
    paper.facts(
      columns.map(([key, [label, kind]]) => ({
        label: say(`docs.data.${label}`),
        value: written({ value: String(row[key]), kind, row, language: data.language }),
      })),
    );
  }
}

function writeEnd(paper: Paper, { lender, officer }: CopyOfData, say: SayDoc): void {
  paper.heading(say('docs.data.of_rights'));
  paper.paragraph(say('docs.data.rest'));
  paper.paragraph(say('docs.data.rights'));
  for (const { name, phone, email, address } of [lender.grievance, officer])
    paper.paragraph([name, phone, email, address].join(', '));
}

type Given = { value: string; kind: Kind; row: Readonly<Record<string, unknown>>; language: Language };

function written({ value, kind, row, language }: Given): string {
  switch (kind) {
    case 'text':
      return value;
    case 'money':
      return money(Number(value));
    case 'moment':
      return moment(Date.parse(value));
    case 'day':
      return day(value);
    case 'language':
      return Object.entries(LANGUAGES).find(([code]) => code === value)?.[1].name ?? value;
    case 'card':
    case 'purpose':
    case 'decision':
    case 'field':
      return named(language, kind === 'field' ? value : `${kind}_${value}`) ?? value;
    case 'of_field': {
      const dictionary = DICTIONARIES.find((one) => one === row.field);
      if (dictionary) return choice(dictionary, value, language);
      return row.field === 'birthday' ? day(value) : value;
    }
    default:
      return choice(kind, value, language);
  }
}

function choice(dictionary: Dictionary, code: string, language: Language): string {
  const found = choicesOf(dictionary).find((one) => one.code === code);
  return found ? sayText(language, found.textId) : code;
}

/** The word for a code, where there is one: a code of a former version stands for itself. */
function named(language: Language, code: string): string | undefined {
  const id = `docs.data.${code}`;
  const words = sayText(language, id as MessageId);
  return words === id ? undefined : words;
}
