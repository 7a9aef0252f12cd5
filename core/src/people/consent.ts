import type { Step } from './status.ts';

/**
 * What a person may agree to, each on its own. Source: `docs/lawful.md`, row 9 (data as needed,
 * consent per purpose).
 */
export const PURPOSES = [
  'privacy_policy',
  'questionnaire',
  'identity_documents',
  'face_check',
  'location',
  'personal_information',
  'contacts',
  'bank_account',
  'offers',
  'notifications',
  'usage',
  'device_mark',
] as const;

export type Purpose = (typeof PURPOSES)[number];

/**
 * What one purpose asks for. The lists are ids of the catalogue: `consent.item_…`,
 * `consent.seen_…`, `consent.kept_…`.
 */
interface ConsentText {
  /**
   * Changes with any change of what the person reads; a consent covers the text that was read, and
   * no other.
   */
  readonly textVersion: string;
  readonly items: readonly string[];
  /** False if refusing it blocks nothing. */
  readonly isRequired: boolean;
  readonly seenBy: readonly ('noren' | 'lender' | 'staff' | 'paying_bank' | 'pan_register')[];
  readonly keptFor: 'law' | 'decision' | 'withdrawal' | 'check' | 'ninety_days';
  /** The part of the certification that requires it. */
  readonly guards: 'survey' | Step | null;
}

/**
 * Every purpose, whole. A changed text is a changed `textVersion`, and everybody is asked again.
 */
export const consentTexts = {
  privacy_policy: {
    textVersion: '2026-11-8',
    items: ['phone', 'device', 'loans'],
    isRequired: true,
    seenBy: ['noren', 'lender'],
    keptFor: 'law',
    guards: null,
  },
  questionnaire: {
    textVersion: '2026-11-3',
    items: ['loan_purpose', 'income_band', 'other_debts', 'heard_from'],
    isRequired: true,
    seenBy: ['noren', 'lender'],
    keptFor: 'law',
    guards: 'survey',
  },
  identity_documents: {
    textVersion: '2026-11-4',
    items: ['pan_card', 'aadhaar_card', 'card_details'],
    isRequired: true,
    seenBy: ['noren', 'staff', 'lender'],
    keptFor: 'law',
    guards: 'one',
  },
  face_check: {
    textVersion: '2026-11-3',
    items: ['face_pictures'],
    isRequired: false,
    seenBy: ['noren', 'staff'],
    keptFor: 'decision',
    guards: 'one',
  },
  location: {
    textVersion: '2026-11-1',
    items: ['place'],
    isRequired: false,
    seenBy: ['noren'],
    keptFor: 'check',
    guards: null,
  },
  personal_information: {
    textVersion: '2026-11-4',
    items: ['about_you', 'home_address', 'email', 'work', 'income'],
    isRequired: true,
    seenBy: ['noren', 'lender'],
    keptFor: 'law',
    guards: 'two',
  },
  contacts: {
    textVersion: '2026-11-3',
    items: ['two_contacts'],
    isRequired: true,
    seenBy: ['noren', 'lender'],
    keptFor: 'law',
    guards: 'three',
  },
  bank_account: {
    textVersion: '2026-11-4',
    items: ['account', 'account_kind'],
    isRequired: true,
    seenBy: ['noren', 'staff', 'lender', 'paying_bank'],
    keptFor: 'law',
    guards: 'four',
  },
  offers: {
    textVersion: '2026-11-2',
    items: ['phone'],
    isRequired: false,
    seenBy: ['noren'],
    keptFor: 'withdrawal',
    guards: null,
  },
  notifications: {
    textVersion: '2026-11-2',
    items: ['push_address'],
    isRequired: false,
    seenBy: ['noren'],
    keptFor: 'withdrawal',
    guards: null,
  },
  usage: {
    textVersion: '2026-11-2',
    items: ['field_times', 'search_words'],
    isRequired: false,
    seenBy: ['noren'],
    keptFor: 'ninety_days',
    guards: null,
  },
  device_mark: {
    textVersion: '2026-11-3',
    items: ['browser_settings'],
    isRequired: false,
    seenBy: ['noren'],
    keptFor: 'withdrawal',
    guards: null,
  },
} as const satisfies Record<Purpose, ConsentText>;

/** The versions of the texts in force, by purpose. */
type TextVersions = Readonly<Record<Purpose, { readonly textVersion: string }>>;

/**
 * One decision of a person about one text. Records are only added; withdrawing sets an end and
 * takes nothing away.
 */
export interface ConsentRecord {
  readonly purpose: string;
  readonly textVersion: string;
  readonly language: string;
  readonly decision: 'given' | 'refused';
  /** UTC milliseconds; null while it was not withdrawn. */
  readonly withdrawnAt: number | null;
}

/** The state of a purpose's consent: `outdated` is a consent to a text that has changed since. */
export type ConsentState = 'none' | 'given' | 'refused' | 'withdrawn' | 'outdated';

/**
 * The state of a purpose's consent, by its newest record.
 * @param records in the order they were made
 * @param texts those in force; only that of the identity documents depends on the server
 */
export function decideConsentState(
  records: readonly ConsentRecord[],
  purpose: Purpose,
  texts: TextVersions = consentTexts,
): ConsentState {
  const newest = records.findLast((record) => record.purpose === purpose);
  if (!newest) return 'none';
  // A user who refused is not asked again because the wording changed. @ASSUMED
  if (newest.decision === 'refused') return 'refused';
  if (newest.withdrawnAt !== null) return 'withdrawn';

  return newest.textVersion === texts[purpose].textVersion ? 'given' : 'outdated';
}

/** Whether data may be taken for a purpose now. Source: `docs/lawful.md`, row 9. */
export function mayCollect(
  records: readonly ConsentRecord[],
  purpose: Purpose,
  texts: TextVersions = consentTexts,
): boolean {
  return decideConsentState(records, purpose, texts) === 'given';
}

/**
 * Whether the person chose to continue without an optional purpose. A required one can be refused,
 * but then the person cannot continue.
 */
export function goesOnWithout(records: readonly ConsentRecord[], purpose: Purpose): boolean {
  const state = decideConsentState(records, purpose);
  return !consentTexts[purpose].isRequired && (state === 'refused' || state === 'withdrawn');
}

/** What a decision writes: a new record, and whether earlier consents end. */
export interface ConsentChange {
  readonly adds: 'given' | 'refused' | null;
  readonly withdraws: boolean;
}

/**
 * What a decision changes. The same decision again changes nothing; a "no" to what was given
 * withdraws it, for any text it was given to; a text agreed to in another language is another text.
 * @param records in the order they were made
 */
export function decideConsent(
  records: readonly ConsentRecord[],
  decided: { purpose: Purpose; isGiven: boolean; language: string },
  texts: TextVersions = consentTexts,
): ConsentChange {
  const state = decideConsentState(records, decided.purpose, texts);
  if (!decided.isGiven) {
    const withdraws = state === 'given' || state === 'outdated';
    return { adds: state === 'none' ? 'refused' : null, withdraws };
  }

  const { textVersion } = texts[decided.purpose];
  const isInForce = records.some(
    ({ purpose, decision, language, withdrawnAt, textVersion: version }) =>
      purpose === decided.purpose &&
      decision === 'given' &&
      withdrawnAt === null &&
      version === textVersion &&
      language === decided.language,
  );

  return { adds: state === 'given' && isInForce ? null : 'given', withdraws: false };
}
