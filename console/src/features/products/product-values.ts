import type { ProductFact } from '@noren/core/lending/product-preview';
import { productFacts } from '@noren/core/lending/product-preview';
import type { ProductTerms } from '@noren/core/lending/terms';
import { type Paise, paise } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { readUnits } from '@noren/core/typed/number';

type WordFact = 'name' | 'minBizStatus' | 'isFeeKeptOnReturn' | 'extension.days';
type NumberFact = Exclude<ProductFact, WordFact>;

/** Values of the form of a new version, by fact. */
export type ProductValues = { [F in NumberFact]: number | null } & {
  code: string;
  name: string;
  minBizStatus: '60' | '70';
  isFeeKeptOnReturn: 'yes' | 'no';
  'extension.days': string;
  effectiveFrom: string;
};

/** Facts of the form, grouped by type of field. */
export const FIELD_GROUPS: readonly (readonly [
  kind: 'amount' | 'rate' | 'count',
  facts: readonly NumberFact[],
])[] = [
  ['amount', ['minPrincipal', 'maxPrincipal', 'stepPrincipal']],
  ['rate', ['interestPpmPerDay', 'feePpm', 'gstPpm']],
  ['count', ['tenorDays', 'coolingOffDays']],
  ['rate', ['penal.ppmPerDay']],
  ['count', ['penal.graceDays', 'penal.maxDays']],
  ['rate', ['extension.feePpm', 'extension.gstPpm']],
  ['count', ['extension.opensDaysBeforeDue', 'extension.closesDaysAfterDue', 'extension.maxTimes']],
];

/** Form values of an existing version. */
export function toValues(terms: ProductTerms, effectiveFrom: string): ProductValues {
  const facts = productFacts(terms);

  return {
    ...(facts as { [F in NumberFact]: number }),
    code: terms.code,
    name: terms.name,
    minBizStatus: terms.minBizStatus === UserStatus.regular ? '70' : '60',
    isFeeKeptOnReturn: terms.isFeeKeptOnReturn ? 'yes' : 'no',
    'extension.days': String(facts['extension.days']),
    effectiveFrom,
  };
}

/** Value of an empty field; core refuses it. */
const MISSING = Number.NaN;

/** The version in the form. An empty field becomes NaN, which core refuses with a sentence. */
export function toTerms(values: ProductValues, version: number): ProductTerms {
  const count = (fact: NumberFact): number => values[fact] ?? MISSING;
  const amount = (fact: NumberFact): Paise => paise(values[fact] ?? 0);
  const lengths = values['extension.days'].split(',').filter((text) => text.trim() !== '');

  return {
    code: values.code,
    version,
    name: values.name.trim(),
    tenorDays: count('tenorDays'),
    minPrincipal: amount('minPrincipal'),
    maxPrincipal: amount('maxPrincipal'),
    stepPrincipal: amount('stepPrincipal'),
    interestPpmPerDay: count('interestPpmPerDay'),
    feePpm: count('feePpm'),
    gstPpm: count('gstPpm'),
    penal: {
      ppmPerDay: count('penal.ppmPerDay'),
      graceDays: count('penal.graceDays'),
      maxDays: count('penal.maxDays'),
    },
    coolingOffDays: count('coolingOffDays'),
    isFeeKeptOnReturn: values.isFeeKeptOnReturn === 'yes',
    extension: {
      feePpm: count('extension.feePpm'),
      gstPpm: count('extension.gstPpm'),
      opensDaysBeforeDue: count('extension.opensDaysBeforeDue'),
      closesDaysAfterDue: count('extension.closesDaysAfterDue'),
      maxTimes: count('extension.maxTimes'),
      days: lengths.map((text) => readUnits(text, 0) ?? MISSING),
    },
    minBizStatus: values.minBizStatus === '70' ? UserStatus.regular : UserStatus.certified,
  };
}
