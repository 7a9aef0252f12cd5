import { CODES } from '@noren/contract/codes';
import type { Dictionary } from '@noren/contract/dictionary';
import { incomeBands } from '@noren/core/lending/scorecard-default';
import { STATE_CODES } from '@noren/core/people/states';
import { CallError } from '../platform/http/call-error.ts';
import type { TextId } from '../platform/translations/translations.ts';

const incomes = incomeBands.map(({ code }) => code);

/** The codes of each list, in display order. The scorecard uses some of them. @ASSUMED */
const CHOICES = {
  gender: ['female', 'male', 'other'],
  education: [
    'below_secondary',
    'secondary',
    'higher_secondary',
    'diploma',
    'bachelor',
    'master',
    'doctorate',
  ],
  maritalStatus: ['single', 'married', 'divorced', 'widowed'],
  childrenCount: ['none', 'one', 'two', 'three', 'four_or_more'],
  workStatus: [
    'salaried',
    'self_employed',
    'business',
    'homemaker',
    'student',
    'retired',
    'unemployed',
  ],
  industry: [
    'agriculture',
    'construction',
    'education',
    'finance',
    'government',
    'health',
    'hospitality',
    'manufacturing',
    'media',
    'retail',
    'technology',
    'transport',
    'other',
  ],
  monthlyIncome: incomes,
  salaryType: ['bank', 'upi', 'cheque', 'cash'],
  payday: [
    'day_1',
    'day_5',
    'day_7',
    'day_10',
    'day_15',
    'day_20',
    'day_25',
    'last_day',
    'weekly',
    'irregular',
  ],
  state: STATE_CODES,
  relationship: ['parent', 'spouse', 'sibling', 'child', 'relative', 'friend', 'colleague'],
  loanPurpose: [
    'household',
    'medical',
    'education',
    'rent',
    'travel',
    'repair',
    'celebration',
    'business',
    'repay_debt',
    'other',
  ],
  incomeBand: incomes,
  otherDebts: ['none', 'one', 'two_or_more'],
  heardFrom: ['friend', 'search', 'social', 'advertisement', 'message', 'other'],
} as const satisfies Record<Dictionary, readonly string[]>;

type Choices = typeof CHOICES;
/** A list that shares the texts of another. */
const WORDS_OF = { incomeBand: 'monthlyIncome' } as const;
type DictionaryWithTexts = Exclude<Dictionary, keyof typeof WORDS_OF>;
type Entry = { [D in DictionaryWithTexts]: `dict.${D}.${Choices[D][number]}` }[DictionaryWithTexts];

/** The codes of a list, each with the id of its label. */
export function listChoices(dictionary: Dictionary): { code: string; textId: TextId }[] {
  const words = dictionary === 'incomeBand' ? WORDS_OF.incomeBand : dictionary;
  return CHOICES[dictionary].map((code) => ({ code, textId: `dict.${words}.${code}` as Entry }));
}

/**
 * Checks that each field holds a code of its list.
 * @param chosen fields by name, each with its list and the submitted code
 * @throws CallError 400 naming the invalid fields
 */
export function requireChoices(
  chosen: Readonly<Record<string, readonly [Dictionary, string]>>,
): void {
  const fields = Object.entries(chosen)
    .filter(
      ([, [dictionary, code]]) => !listChoices(dictionary).some((choice) => choice.code === code),
    )
    .map(([path]) => ({ path, problem: 'choice' }));
  if (fields.length > 0)
    throw new CallError(CODES.invalidInput, 'error.invalid', { data: { fields } });
}
