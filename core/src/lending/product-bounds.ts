import { formatRupees, type Paise } from '../money/money.ts';
import type { BusinessDay } from '../money/time.ts';
import {
  type ProductTerms,
  type RegulatoryName,
  type RegulatoryRow,
  regulatoryRowOn,
  regulatoryRows,
} from './terms.ts';

/** A field of a product version's form. */
export type ProductField =
  | 'tenorDays'
  | 'minPrincipal'
  | 'maxPrincipal'
  | 'stepPrincipal'
  | 'interestPpmPerDay'
  | 'feePpm'
  | 'gstPpm'
  | 'coolingOffDays'
  | 'penal.ppmPerDay'
  | 'penal.graceDays'
  | 'penal.maxDays'
  | 'extension.feePpm'
  | 'extension.gstPpm'
  | 'extension.opensDaysBeforeDue'
  | 'extension.closesDaysAfterDue'
  | 'extension.maxTimes'
  | 'extension.days';

/** One rule that a product version breaks, in words for the person who proposed it. */
export interface ProductFault {
  readonly field: ProductField;
  readonly rule: RegulatoryName | 'amounts' | 'tenor' | 'rates' | 'extension';
  readonly text: string;
}

/**
 * The rules that a product version breaks when it is offered on a day: none when it may be offered.
 * The legal ones are the dated rows in force on that day. Source: `docs/lawful.md`, row 21.
 * @param bounds.maxLoan the configured maximum, asked for a new version; a stored one is limited
 * when it is quoted
 */
export function checkProduct(
  terms: ProductTerms,
  day: BusinessDay,
  { rows = regulatoryRows, maxLoan }: { rows?: readonly RegulatoryRow[]; maxLoan?: Paise } = {},
): ProductFault[] {
  return [...checkLegalBounds(terms, day, rows), ...checkShape(terms, maxLoan)];
}

/** Rules that depend on the day. */
function checkLegalBounds(
  terms: ProductTerms,
  day: BusinessDay,
  rows: readonly RegulatoryRow[],
): ProductFault[] {
  const fault = (
    rule: RegulatoryName,
    field: ProductField,
    breaks: (bound: number) => boolean,
    words: (bound: number) => string,
  ) => {
    const { value, citation } = regulatoryRowOn(rule, day, rows);
    return breaks(value) ? [{ rule, field, text: `${words(value)} (${citation}).` }] : [];
  };

  const { coolingOffDays, gstPpm, extension, penal } = terms;
  return [
    ...fault(
      'coolingOffLeastDays',
      'coolingOffDays',
      (least) => !(coolingOffDays >= least),
      (least) =>
        `The cooling-off period must be at least ${least} day${least === 1 ? '' : 's'}, not ${coolingOffDays}`,
    ),
    ...fault(
      'gstOnFeesPpm',
      gstPpm === regulatoryRowOn('gstOnFeesPpm', day, rows).value ? 'extension.gstPpm' : 'gstPpm',
      (rate) => gstPpm !== rate || extension.gstPpm !== rate,
      (rate) =>
        `GST on fees must be ${percent(rate)}, not ${percent(gstPpm)} and ${percent(extension.gstPpm)}`,
    ),
    ...fault(
      'penalMostPpmPerDay',
      'penal.ppmPerDay',
      (most) => !(penal.ppmPerDay <= most),
      (most) =>
        `The penal charge must be at most ${percent(most)} a day, not ${percent(penal.ppmPerDay)}`,
    ),
  ];
}

/** Rules that hold on any day: whole numbers in their ranges. */
function checkShape(terms: ProductTerms, maxLoan: Paise | undefined): ProductFault[] {
  const { minPrincipal: least, maxPrincipal: most, stepPrincipal: step, penal, extension } = terms;
  const rates: [ProductField, number][] = [
    ['interestPpmPerDay', terms.interestPpmPerDay],
    ['feePpm', terms.feePpm],
    ['gstPpm', terms.gstPpm],
    ['penal.ppmPerDay', penal.ppmPerDay],
    ['extension.feePpm', extension.feePpm],
  ];
  const days: [ProductField, number][] = [
    ['penal.graceDays', penal.graceDays],
    ['penal.maxDays', penal.maxDays],
    ['coolingOffDays', terms.coolingOffDays],
  ];
  const extensions: [ProductField, readonly number[], least: number][] = [
    ['extension.opensDaysBeforeDue', [extension.opensDaysBeforeDue], 0],
    ['extension.closesDaysAfterDue', [extension.closesDaysAfterDue], 0],
    ['extension.maxTimes', [extension.maxTimes], 0],
    ['extension.days', extension.days, 1],
  ];
  const wrongRate = rates.find(([, rate]) => !isRate(rate))?.[0];
  const wrongDays = days.find(([, count]) => !isCount(count))?.[0];
  const wrongExtension = extensions.find(
    ([, counts, from]) => !counts.every((count) => isCount(count) && count >= from),
  );
  const faults: (ProductFault | false | undefined)[] = [
    !areAmounts(least, most, step) && {
      rule: 'amounts',
      field: wrongAmount(least, most),
      text: 'Both amounts must be above zero, and a whole number of steps apart.',
    },
    maxLoan !== undefined &&
      !(most <= maxLoan) && {
        rule: 'amounts',
        field: 'maxPrincipal',
        text: `The largest amount must be at most ${formatRupees(maxLoan)}.`,
      },
    !(isCount(terms.tenorDays) && terms.tenorDays >= 1 && terms.tenorDays <= 365) && {
      rule: 'tenor',
      field: 'tenorDays',
      text: 'The tenor must be 1 to 365 days.',
    },
    wrongRate && {
      rule: 'rates',
      field: wrongRate,
      text: 'Enter a rate from 0 % to 100 %, with at most four decimals.',
    },
    wrongDays && {
      rule: 'rates',
      field: wrongDays,
      text: 'Enter a whole number of days.',
    },
    wrongExtension && {
      rule: 'extension',
      field: wrongExtension[0],
      text: 'Enter whole numbers for the extension: its days and how often.',
    },
  ];

  return faults.filter((fault): fault is ProductFault => fault !== false && fault !== undefined);
}

function areAmounts(least: number, most: number, step: number): boolean {
  return (
    [least, most, step].every((n) => isCount(n) && n > 0) &&
    most >= least &&
    (most - least) % step === 0
  );
}

function wrongAmount(least: number, most: number): ProductField {
  if (!isCount(least) || least === 0) return 'minPrincipal';
  return !isCount(most) || most < least ? 'maxPrincipal' : 'stepPrincipal';
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isRate = (value: number): boolean => isCount(value) && value <= 1_000_000;
const percent = (ppm: number): string => `${ppm / 10_000} %`;
