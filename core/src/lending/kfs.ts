import { addWorkingDays, type BusinessDay } from '../money/time.ts';
import type { Quote } from './offer.ts';
import type { Instalment } from './schedule.ts';
import {
  type ProductTerms,
  type RegulatoryName,
  type RegulatoryRow,
  regulatoryRowOn,
} from './terms.ts';

/** The lender, and who answers complaints. */
export type Lender = {
  name: string;
  cin: string;
  registrationNo: string;
  grievanceOfficer: { name: string; phone: string; email: string; address: string };
};

/**
 * One line of the key facts statement: an id that the app names in the reader's language, and a
 * value of one kind. `paise` whole paise; `percent` parts per million (3 % is 30,000); `days` and
 * `number` whole; `day` YYYY-MM-DD; `text` a name or number shown unchanged; `choice` an id that
 * the app also puts into words.
 */
export type KfsRow =
  | { id: string; kind: 'paise' | 'percent' | 'days' | 'number'; value: number; note?: string }
  | { id: string; kind: 'text' | 'choice'; value: string; note?: string }
  | { id: string; kind: 'day'; value: BusinessDay; note?: string };

/** The parts of RBI's form: Annex A parts 1 and 2, Annex B; Annex C is `schedule`. */
export type KfsSectionId = 'part1' | 'part2' | 'apr';

/** A Key Facts Statement as ids and values, without prose. */
export type Kfs = {
  form: 'rbi-kfs-2024-04-15/1';
  proposalNo: string;
  issuedDay: BusinessDay;
  /** The last day on which it may be accepted at these terms. */
  validUntilDay: BusinessDay;
  sections: { id: KfsSectionId; rows: KfsRow[] }[];
  schedule: Instalment[];
  /** The dated constants it was made with. */
  constants: {
    name: RegulatoryName;
    value: number;
    effectiveFrom: BusinessDay;
    citation: string;
  }[];
};

type KfsParts = {
  proposalNo: string;
  quote: Quote;
  product: ProductTerms;
  lender: Lender;
  /** Replaces the regulatory rows in force. */
  rows?: readonly RegulatoryRow[];
};

/**
 * Makes the Key Facts Statement of a quote: RBI's form as rows of ids and values. It is valid for
 * three working days, or for one when the tenor is under seven days. Source: RBI/2024-25/18 of
 * 15 April 2024, Annexes A to C; `docs/domain.md`, "The Key Facts Statement".
 * @throws RangeError when the product is not the one quoted, or its GST rate is not the one in
 * force on the quote's start day
 */
export function makeKfs(parts: KfsParts): Kfs {
  const { quote, product } = parts;
  if (product.code !== quote.productCode || product.version !== quote.productVersion) {
    throw new RangeError(`the quote is for ${quote.productCode} version ${quote.productVersion}`);
  }

  const issuedDay = quote.startDay;
  const shortBelow = regulatoryRowOn('kfsShortTenorBelowDays', issuedDay, parts.rows);
  const validityName =
    quote.tenorDays < shortBelow.value ? 'kfsValidWorkingDaysShortTenor' : 'kfsValidWorkingDays';
  const validity = regulatoryRowOn(validityName, issuedDay, parts.rows);
  const gst = regulatoryRowOn('gstOnFeesPpm', issuedDay, parts.rows);
  // The statement cites the GST row in force, so the product must charge that rate.
  if (product.gstPpm !== gst.value)
    throw new RangeError(`GST of ${product.gstPpm} ppm is not that of ${issuedDay}`);

  const used = [shortBelow, validity, gst];

  return {
    form: 'rbi-kfs-2024-04-15/1',
    proposalNo: parts.proposalNo,
    issuedDay,
    validUntilDay: addWorkingDays(issuedDay, validity.value),
    sections: [
      { id: 'part1', rows: part1(parts) },
      { id: 'part2', rows: part2(parts) },
      { id: 'apr', rows: aprComputation(quote) },
    ],
    schedule: quote.schedule,
    constants: used.map(({ name, value, effectiveFrom, citation }) => ({
      name,
      value,
      effectiveFrom,
      citation,
    })),
  };
}

function part1({ proposalNo, quote, product, lender }: KfsParts): KfsRow[] {
  const { extension, penal } = product;

  return [
    { id: 'lender', kind: 'text', value: lender.name },
    { id: 'lenderCin', kind: 'text', value: lender.cin },
    { id: 'lenderRegistration', kind: 'text', value: lender.registrationNo },
    { id: 'proposalNo', kind: 'text', value: proposalNo },
    { id: 'loanType', kind: 'choice', value: 'unsecured-personal-loan' },
    { id: 'product', kind: 'text', value: quote.productName },
    { id: 'sanctionedAmount', kind: 'paise', value: quote.principal },
    { id: 'disbursalSchedule', kind: 'choice', value: 'whole-upfront' },
    { id: 'loanTerm', kind: 'days', value: quote.tenorDays },
    { id: 'instalmentType', kind: 'choice', value: 'single' },
    { id: 'instalmentCount', kind: 'number', value: quote.schedule.length },
    { id: 'instalmentAmount', kind: 'paise', value: quote.totalRepayable },
    { id: 'repaymentStarts', kind: 'day', value: quote.dueDay },
    { id: 'interestPerDay', kind: 'percent', value: quote.interestPpmPerDay },
    { id: 'interestPerYear', kind: 'percent', value: quote.interestPpmPerDay * 365 },
    { id: 'interestType', kind: 'choice', value: 'fixed' },
    { id: 'processingFee', kind: 'paise', value: quote.fee, note: 'one-time' },
    { id: 'processingFeeGst', kind: 'paise', value: quote.gst, note: 'one-time' },
    { id: 'processingFeeRate', kind: 'percent', value: quote.feePpm },
    { id: 'gstRate', kind: 'percent', value: quote.gstPpm },
    { id: 'feeDiscount', kind: 'paise', value: quote.feeDiscount },
    { id: 'insuranceCharges', kind: 'paise', value: 0 },
    { id: 'valuationFees', kind: 'paise', value: 0 },
    { id: 'otherFees', kind: 'paise', value: 0 },
    { id: 'thirdPartyFees', kind: 'paise', value: 0 },
    { id: 'apr', kind: 'percent', value: quote.aprHundredths * 100 },
    {
      id: 'penalChargePerDay',
      kind: 'percent',
      value: penal.ppmPerDay,
      note: 'of-overdue-principal-and-interest',
    },
    { id: 'penalGraceDays', kind: 'days', value: penal.graceDays },
    { id: 'penalMaxDays', kind: 'days', value: penal.maxDays },
    { id: 'otherPenalCharges', kind: 'paise', value: 0 },
    { id: 'foreclosureCharges', kind: 'paise', value: 0 },
    { id: 'extensionFee', kind: 'percent', value: extension.feePpm, note: 'of-principal-plus-gst' },
    { id: 'extensionMaxTimes', kind: 'number', value: extension.maxTimes },
  ];
}

// @ASSUMED no recovery agent, no transfer and no co-lending: the sandbox lender does none of them,
// and the form has a row for each.
function part2({ product, lender }: KfsParts): KfsRow[] {
  const { grievanceOfficer } = lender;

  return [
    { id: 'recoveryAgents', kind: 'choice', value: 'none' },
    { id: 'grievanceOfficerName', kind: 'text', value: grievanceOfficer.name },
    { id: 'grievanceOfficerPhone', kind: 'text', value: grievanceOfficer.phone },
    { id: 'grievanceOfficerEmail', kind: 'text', value: grievanceOfficer.email },
    { id: 'grievanceOfficerAddress', kind: 'text', value: grievanceOfficer.address },
    { id: 'transferToOthers', kind: 'choice', value: 'no' },
    { id: 'coLending', kind: 'choice', value: 'no' },
    { id: 'coolingOff', kind: 'days', value: product.coolingOffDays },
    { id: 'feeOnReturn', kind: 'choice', value: product.isFeeKeptOnReturn ? 'kept' : 'given-back' },
    { id: 'lspRecovery', kind: 'choice', value: 'none' },
  ];
}

function aprComputation(quote: Quote): KfsRow[] {
  return [
    { id: 'sanctionedAmount', kind: 'paise', value: quote.principal },
    { id: 'loanTerm', kind: 'days', value: quote.tenorDays },
    { id: 'instalmentCount', kind: 'number', value: quote.schedule.length },
    { id: 'instalmentAmount', kind: 'paise', value: quote.totalRepayable },
    { id: 'capitalisedInterestInstalments', kind: 'number', value: 0 },
    { id: 'repaymentStarts', kind: 'day', value: quote.dueDay },
    { id: 'interestType', kind: 'choice', value: 'fixed' },
    { id: 'interestPerYear', kind: 'percent', value: quote.interestPpmPerDay * 365 },
    { id: 'totalInterest', kind: 'paise', value: quote.interest },
    { id: 'feesToLender', kind: 'paise', value: quote.fee + quote.gst, note: 'gst-included' },
    { id: 'feesToThirdParties', kind: 'paise', value: 0 },
    { id: 'netDisbursed', kind: 'paise', value: quote.netDisbursed },
    { id: 'totalRepayable', kind: 'paise', value: quote.totalRepayable },
    {
      id: 'apr',
      kind: 'percent',
      value: quote.aprHundredths * 100,
      note: 'rate-per-period-times-periods-a-year',
    },
    { id: 'disbursalSchedule', kind: 'choice', value: 'whole-upfront' },
    { id: 'dueDay', kind: 'day', value: quote.dueDay },
  ];
}

/** The charges a loan may carry. Accepting an extension's addendum adds `extension_fee`. */
export type ChargeCode = 'processing_fee' | 'interest' | 'penal_charge' | 'extension_fee';

/**
 * The charges that a key facts statement discloses, a processing fee that a coupon waives in full
 * among them. Never `extension_fee`.
 */
export function listChargeCodes(kfs: Pick<Kfs, 'sections'>): ChargeCode[] {
  const rows = kfs.sections.find(({ id }) => id === 'part1')?.rows ?? [];
  const isStated = (id: string): boolean =>
    rows.some((row) => row.id === id && typeof row.value === 'number' && row.value > 0);
  const codes: ChargeCode[] = [];

  if (isStated('processingFee') || isStated('feeDiscount')) codes.push('processing_fee');
  if (isStated('interestPerDay')) codes.push('interest');
  if (isStated('penalChargePerDay')) codes.push('penal_charge');

  return codes;
}

/** Whether a key facts statement may still be accepted on a day. */
export function isKfsValid(
  kfs: Pick<Kfs, 'issuedDay' | 'validUntilDay'>,
  day: BusinessDay,
): boolean {
  return day >= kfs.issuedDay && day <= kfs.validUntilDay;
}
