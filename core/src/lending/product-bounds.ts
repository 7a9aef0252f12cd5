import type { Paise } from '../money/money.ts';
import type { BusinessDay } from '../money/time.ts';
import {
  type ProductTerms,
  type RegulatoryName,
  type RegulatoryRow,
  regulatoryRowOn,
  regulatoryRows,
} from './terms.ts';
import type { TermsFault } from './terms-fault.ts';

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

/** One rule that a product version breaks. */
export interface ProductFault {
  readonly field: ProductField;
  readonly rule: RegulatoryName | 'amounts' | 'tenor' | 'rates' | 'extension';
  readonly fault: TermsFault;
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
    describe: (bound: number, citation: string) => TermsFault,
  ) => {
    const { value, citation } = regulatoryRowOn(rule, day, rows);
    return breaks(value) ? [{ rule, field, fault: describe(value, citation) }] : [];
  };

  const { coolingOffDays, gstPpm, extension, penal } = terms;

  return [
    ...fault(
      'coolingOffLeastDays',
      'coolingOffDays',
      (least) => !(coolingOffDays >= least),
      (leastDays, citation) => ({
        code: 'cooling_off_short',
        leastDays,
        days: coolingOffDays,
        citation,
      }),
    ),
    ...fault(
      'gstOnFeesPpm',
      gstPpm === regulatoryRowOn('gstOnFeesPpm', day, rows).value ? 'extension.gstPpm' : 'gstPpm',
      (rate) => gstPpm !== rate || extension.gstPpm !== rate,
      (ratePpm, citation) => ({
        code: 'gst_differs',
        ratePpm,
        gstPpm,
        extensionGstPpm: extension.gstPpm,
        citation,
      }),
    ),
    ...fault(
      'penalMostPpmPerDay',
      'penal.ppmPerDay',
      (most) => !(penal.ppmPerDay <= most),
      (mostPpm, citation) => ({ code: 'penal_high', mostPpm, ppm: penal.ppmPerDay, citation }),
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
      fault: { code: 'amounts_unfit' },
    },
    maxLoan !== undefined &&
      !(most <= maxLoan) && {
        rule: 'amounts',
        field: 'maxPrincipal',
        fault: { code: 'largest_amount_high', mostPaise: maxLoan },
      },
    !(isCount(terms.tenorDays) && terms.tenorDays >= 1 && terms.tenorDays <= 365) && {
      rule: 'tenor',
      field: 'tenorDays',
      fault: { code: 'tenor_outside' },
    },
    wrongRate && {
      rule: 'rates',
      field: wrongRate,
      fault: { code: 'rate_unfit' },
    },
    wrongDays && {
      rule: 'rates',
      field: wrongDays,
      fault: { code: 'days_unfit' },
    },
    wrongExtension && {
      rule: 'extension',
      field: wrongExtension[0],
      fault: { code: 'extension_unfit' },
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
