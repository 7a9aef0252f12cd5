import { createHash } from 'node:crypto';
import { DICTIONARIES, type Dictionary } from '@noren/contract/dictionary';
import type { Language } from '@noren/contract/fields';
import { LANGUAGES } from '@noren/contract/languages';
import { LOAN_TEXT_VERSION } from '@noren/contract/loan-words';
import type { AppConfig } from '@noren/contract/public';
import {
  type DocTranslator,
  day,
  docTranslator,
  loanTranslator,
  moment,
  money,
} from '../../lending/documents/document-texts.ts';
import { PdfBuilder } from '../../lending/documents/pdf-builder.ts';
import { say as sayText, type TextId } from '../../platform/translations/translations.ts';
import { listChoices } from '../dictionaries.ts';

/**
 * All data stored about a user, decrypted, by table. `at` is when the copy was requested, UTC ms.
 */
export interface DataCopy {
  readonly userId: string;
  readonly language: Language;
  readonly at: number;
  readonly lender: AppConfig['lender'];
  readonly officer: AppConfig['appGrievance'];
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** How a value is formatted. */
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
type Label =
  Extract<TextId, `docs.data.${string}`> extends `docs.data.${infer Name}` ? Name : never;
/** Columns by database name, with label and format. */
type Columns = Readonly<Record<string, readonly [label: Label, kind: Kind]>>;

const dictionaryColumns = (...names: (Dictionary & Label)[]): Columns =>
  Object.fromEntries(names.map((name) => [name, [name, name] as const]));

const person: Columns = {
  relationship: ['relationship', 'relationship'],
  name: ['name', 'text'],
  phone: ['phone', 'text'],
};

/** Sections of the PDF copy, in order. The JSON copy contains everything. */
const SECTIONS: readonly { table: string; title: Label; columns: Columns }[] = [
  {
    table: 'users',
    title: 'of_users',
    columns: {
      phone: ['phone', 'text'],
      language: ['language', 'language'],
      created_at: ['since', 'moment'],
    },
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
  {
    table: 'identity_documents',
    title: 'of_cards',
    columns: { type: ['card', 'card'], ocr_at: ['at', 'moment'] },
  },
  {
    table: 'personal_info',
    title: 'of_personal',
    columns: {
      ...dictionaryColumns('gender'),
      email: ['email', 'text'],
      ...dictionaryColumns('education', 'maritalStatus', 'childrenCount'),
      ...dictionaryColumns('workStatus', 'industry', 'monthlyIncome', 'salaryType', 'payday'),
      companyName: ['companyName', 'text'],
      companyAddress: ['companyAddress', 'text'],
    },
  },
  {
    table: 'addresses',
    title: 'of_address',
    columns: {
      street: ['street', 'text'],
      locality: ['locality', 'text'],
      district: ['district', 'text'],
      ...dictionaryColumns('state'),
      pin: ['pin', 'text'],
    },
  },
  {
    table: 'survey_answers',
    title: 'of_survey',
    columns: {
      purpose: ['loanPurpose', 'loanPurpose'],
      ...dictionaryColumns('incomeBand', 'otherDebts', 'heardFrom'),
    },
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
  {
    table: 'user_passkeys',
    title: 'of_passkeys',
    columns: {
      name: ['passkey', 'text'],
      added_at: ['since', 'moment'],
      last_used_at: ['used', 'moment'],
    },
  },
  {
    table: 'notifications',
    title: 'of_messages',
    columns: { text: ['text', 'text'], sent_at: ['at', 'moment'] },
  },
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
  { table: 'renewals', title: 'of_renewals', columns: { renewed_day: ['at', 'day'] } },
  {
    table: 'renewal_reminders',
    title: 'of_renewal_reminders',
    columns: {
      given_day: ['at', 'day'],
      due_day: ['confirm_by', 'day'],
      posted_day: ['posted', 'day'],
    },
  },
];

/** Renders the PDF copy of a user's data in their language. */
export function drawData(data: DataCopy): Promise<Buffer> {
  const say = docTranslator(data.language);
  const common = loanTranslator(LOAN_TEXT_VERSION, data.language);
  const title = say('docs.data.title');
  const pdf = new PdfBuilder({
    title,
    number: moment(data.at),
    issuer: data.lender.name,
    mark: createHash('sha256').update(JSON.stringify(data)).digest('hex'),
    markLabel: common('form.mark'),
    language: data.language,
    at: data.at,
    pageWords: (page, of) => common('form.page', { page, of }),
  });

  pdf.title(title, say('docs.data.lead', { at: moment(data.at) }));
  pdf.paragraph(say('docs.data.seen', { lender: data.lender.name }));
  for (const section of SECTIONS) writeSection(pdf, data, section, say);
  writeRights(pdf, data, say);

  return pdf.end();
}

function writeSection(
  pdf: PdfBuilder,
  data: DataCopy,
  section: (typeof SECTIONS)[number],
  say: DocTranslator,
): void {
  const rows = data.tables[section.table] ?? [];
  if (rows.length === 0) return;

  pdf.heading(say(`docs.data.${section.title}`));

  for (const row of rows) {
    const columns = Object.entries(section.columns).filter(
      ([key]) => row[key] !== null && row[key] !== undefined,
    );

    pdf.facts(
      columns.map(([key, [label, kind]]) => ({
        label: say(`docs.data.${label}`),
        value: formatCell({ value: String(row[key]), kind, row, language: data.language }),
      })),
    );
  }
}

function writeRights(pdf: PdfBuilder, { lender, officer }: DataCopy, say: DocTranslator): void {
  pdf.heading(say('docs.data.of_rights'));
  pdf.paragraph(say('docs.data.rest'));
  pdf.paragraph(say('docs.data.rights'));
  for (const { name, phone, email, address } of [lender.grievance, officer])
    pdf.paragraph([name, phone, email, address].join(', '));
}

type CellInput = {
  value: string;
  kind: Kind;
  row: Readonly<Record<string, unknown>>;
  language: Language;
};

function formatCell({ value, kind, row, language }: CellInput): string {
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
      return codeLabel(language, kind === 'field' ? value : `${kind}_${value}`) ?? value;
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
  const option = listChoices(dictionary).find((one) => one.code === code);
  return option ? sayText(language, option.textId) : code;
}

/** The label of a code; undefined for codes of older versions, which are shown as they are. */
function codeLabel(language: Language, code: string): string | undefined {
  const id = `docs.data.${code}`;
  const words = sayText(language, id as TextId);
  return words === id ? undefined : words;
}
