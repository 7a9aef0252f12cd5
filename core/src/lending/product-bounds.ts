import type { Paise } from '../money/money.ts';
import type { BusinessDay } from '../money/time.ts';
import {
  type ProductTerms,
  type RegulatoryName,
  type RegulatoryRow,
  regulatoryRowOn,
  regulatoryRows,
} from './terms.ts';

/** One rule that a product version breaks, in words for the person who proposed it. */
export interface ProductFault {
  readonly rule: RegulatoryName | 'amounts' | 'tenor' | 'rates' | 'extension';
  readonly text: string;
}

/**
 * The rules that a product version breaks when it is offered on a day: none when it may be offered. The legal ones are
 * the dated rows in force on that day. Source: `docs/lawful.md`, row 21.
 * @param bounds.maxLoan the configured maximum, asked for a new version; a stored one is limited when it is quoted
 */
export function checkProduct(
  terms: ProductTerms,
  day: BusinessDay,
  { rows = regulatoryRows, maxLoan }: { rows?: readonly RegulatoryRow[]; maxLoan?: Paise } = {},
): ProductFault[] {
  return [...checkLegalBounds(terms, day, rows), ...checkShape(terms, maxLoan)];
}

/** The dated rules. */
function checkLegalBounds(terms: ProductTerms, day: BusinessDay, rows: readonly RegulatoryRow[]): ProductFault[] {
  const fault = (rule: RegulatoryName, breaks: (bound: number) => boolean, words: (bound: number) => string) => {
    const { value, citation } = regulatoryRowOn(rule, day, rows);
    return breaks(value) ? [{ rule, text: `${words(value)} (${citation}).` }] : [];
  };
  const { coolingOffDays, gstPpm, extension, penal } = terms;
  return [
    ...fault(
      'coolingOffLeastDays',
      (least) => !(coolingOffDays >= least),
      (least) => `The cooling-off period must be at least ${least} day${least === 1 ? '' : 's'}, not ${coolingOffDays}`,
    ),
    ...fault(
      'gstOnFeesPpm',
      (rate) => gstPpm !== rate || extension.gstPpm !== rate,
      (rate) => `GST on fees must be ${percent(rate)}, not ${percent(gstPpm)} and ${percent(extension.gstPpm)}`,
    ),
    ...fault(
      'penalMostPpmPerDay',
      (most) => !(penal.ppmPerDay <= most),
      (most) => `The penal charge must be at most ${percent(most)} a day, not ${percent(penal.ppmPerDay)}`,
    ),
  ];
}

/** Rules that hold on any day: whole numbers in their ranges. */
function checkShape(terms: ProductTerms, maxLoan: Paise | undefined): ProductFault[] {
  const { minPrincipal: least, maxPrincipal: most, stepPrincipal: step, penal, extension } = terms;
  const faults: [boolean, ProductFault][] = [
    [
      [least, most, step].every(isCount) && least > 0 && step > 0 && most >= least && (most - least) % step === 0,
      { rule: 'amounts', text: 'The least and the most amount must be whole, positive and a number of steps apart.' },
    ],
    [
      maxLoan === undefined || most <= maxLoan,
      { rule: 'amounts', text: `No loan may be more than ₹${(maxLoan ?? 0) / 100}.` },
    ],
    [
      isCount(terms.tenorDays) && terms.tenorDays >= 1 && terms.tenorDays <= 365,
      { rule: 'tenor', text: 'The tenor must be 1 to 365 days.' },
    ],
    [
      [terms.interestPpmPerDay, terms.feePpm, terms.gstPpm, penal.ppmPerDay, extension.feePpm].every(isRate),
      { rule: 'rates', text: 'Each rate must be a whole number of parts per million, 0 to 1,000,000.' },
    ],
    [
      isCount(penal.graceDays) && isCount(penal.maxDays) && isCount(terms.coolingOffDays),
      {
        rule: 'rates',
        text: 'Days without penal charge, charged days and the cooling-off period must be whole numbers.',
      },
    ],
    [
      [extension.opensDaysBeforeDue, extension.closesDaysAfterDue, extension.maxTimes].every(isCount) &&
        extension.days.every((days) => isCount(days) && days >= 1),
      { rule: 'extension', text: 'The days and the number of extensions must be whole numbers.' },
    ],
  ];
  return faults.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isRate = (value: number): boolean => isCount(value) && value <= 1_000_000;
const percent = (ppm: number): string => `${ppm / 10_000} %`;
