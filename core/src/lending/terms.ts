import { type Paise, rupees } from '../money/money.ts';
import { type BusinessDay, businessDay } from '../money/time.ts';
import { UserStatus } from '../people/status.ts';

/**
 * The charge for paying late: a rate per day on the overdue principal and interest, its own bucket.
 */
export type PenalTerms = {
  /** Parts per million of the overdue amount for each charged day. */
  ppmPerDay: number;
  /** Overdue days that cost nothing. */
  graceDays: number;
  /** The most days that are ever charged. */
  maxDays: number;
};

/** When and for how much a due date may be moved. */
export type ExtensionTerms = {
  /** Parts per million of the principal owed. */
  feePpm: number;
  gstPpm: number;
  opensDaysBeforeDue: number;
  closesDaysAfterDue: number;
  maxTimes: number;
  /** The lengths on offer, in days. */
  days: readonly number[];
};

/**
 * One version of one product. A version never changes once an order names it. Rates are whole parts
 * per million.
 */
export type ProductTerms = {
  code: string;
  version: number;
  name: string;
  tenorDays: number;
  minPrincipal: Paise;
  maxPrincipal: Paise;
  stepPrincipal: Paise;
  interestPpmPerDay: number;
  feePpm: number;
  /** Tax on fees; never on interest or penal charges. */
  gstPpm: number;
  penal: PenalTerms;
  /** Days from disbursement within which the loan may be returned without penalty. */
  coolingOffDays: number;
  /**
   * Whether the lender keeps the processing fee of a returned loan; the Key Facts Statement says
   * which.
   */
  isFeeKeptOnReturn: boolean;
  extension: ExtensionTerms;
  minBizStatus: UserStatus;
};

const penal: PenalTerms = { ppmPerDay: 1_000, graceDays: 2, maxDays: 30 };

const extension: ExtensionTerms = {
  feePpm: 15_000,
  gstPpm: 180_000,
  opensDaysBeforeDue: 3,
  closesDaysAfterDue: 3,
  maxTimes: 2,
  days: [7, 15],
};

// @ASSUMED the fee is kept on a return, and the KFS says so.
const shared = {
  version: 1,
  gstPpm: 180_000,
  penal,
  coolingOffDays: 3,
  isFeeKeptOnReturn: true,
  extension,
} as const;

/** The terms of the two shorter products. */
const short = {
  ...shared,
  stepPrincipal: rupees(500),
  interestPpmPerDay: 1_000,
  feePpm: 30_000,
  minBizStatus: UserStatus.certified,
} as const;

/** The sandbox's products. Source: `docs/domain.md`, products. */
export const defaultProducts: readonly ProductTerms[] = [
  {
    ...short,
    code: 'N07',
    name: 'Noren 7',
    tenorDays: 7,
    minPrincipal: rupees(1_000),
    maxPrincipal: rupees(10_000),
  },
  {
    ...short,
    code: 'N15',
    name: 'Noren 15',
    tenorDays: 15,
    minPrincipal: rupees(2_000),
    maxPrincipal: rupees(25_000),
  },
  {
    ...shared,
    code: 'N30',
    name: 'Noren 30',
    tenorDays: 30,
    minPrincipal: rupees(3_000),
    maxPrincipal: rupees(80_000),
    stepPrincipal: rupees(1_000),
    interestPpmPerDay: 800,
    feePpm: 25_000,
    minBizStatus: UserStatus.regular,
  },
];

/**
 * The most one user may be lent at once, unless the configuration sets another maximum. Source:
 * specification §1, §9.
 */
export const maxLoanAmount: Paise = rupees(80_000);

/** The product of a code in a list, or undefined. */
export function findProduct(
  products: readonly ProductTerms[],
  code: string,
): ProductTerms | undefined {
  return products.find((product) => product.code === code);
}

/** The constants the law sets, by name. */
export type RegulatoryName =
  | 'gstOnFeesPpm'
  | 'kfsValidWorkingDays'
  | 'kfsValidWorkingDaysShortTenor'
  | 'kfsShortTenorBelowDays'
  | 'coolingOffLeastDays'
  /**
   * Parts per million of the overdue amount for each day; set by the lender's board, as the law
   * asks.
   */
  | 'penalMostPpmPerDay'
  | 'sanctionedPerYearBeforeFullKycPaise'
  | 'complaintAnswerDays'
  /** The largest debit of a mandate for which the bank asks for no PIN. */
  | 'silentDebitMostPaise'
  /** The least hours between the announcement of a debit and the debit. */
  | 'debitAnnouncedLeastHours'
  /** Days after which a complaint passes from support to the grievance officer. */
  | 'complaintDeskDays'
  /** Days after which it passes from there to the principal nodal officer. */
  | 'complaintOfficerDays'
  /** Days after which somebody must own an unanswered complaint. */
  | 'complaintAlarmDays'
  /** Days for a complaint to the ombudsman, after the lender's days or its last reply. */
  | 'ombudsmanFileDays'
  | 'ombudsmanMostLossPaise'
  | 'ombudsmanMostHarassmentPaise'
  /** Days for the lender's reply to the ombudsman. */
  | 'regulatorReplyDays'
  | 'dunningFromHour'
  | 'dunningUntilHour'
  /** 1: each message about dues has the grievance officer's e-mail and a payment link. */
  | 'dunningHasEmail'
  /** Days between two text messages on penal charges. 1: each charge has a message of its own. */
  | 'penalMessageDays'
  /** How long a recording of a call about dues is kept at least. */
  | 'callRecordingMonths'
  | 'logRetentionDays'
  /** Within how many years the details of a borrower are confirmed again, by the class of risk. */
  | 'renewalYearsLowRisk'
  | 'renewalYearsMediumRisk'
  | 'renewalYearsHighRisk'
  /** How long somebody of low risk may borrow after the date of an update. */
  | 'renewalGraceMonthsLowRisk'
  /** The fewest reminders: before the date, after it, and by letter in each of the two. */
  | 'renewalRemindersBefore'
  | 'renewalRemindersAfter'
  | 'renewalLettersEach'
  /** After the relationship with a borrower ended. */
  | 'kycRetentionYears'
  /** After the year of the entry. */
  | 'bookRetentionYears';

/**
 * One constant and the days it holds, both included; `effectiveTo` is undefined while no end is
 * known.
 */
export type RegulatoryRow = {
  name: RegulatoryName;
  value: number;
  effectiveFrom: BusinessDay;
  effectiveTo?: BusinessDay;
  citation: string;
};

const KFS_CIRCULAR = 'RBI/2024-25/18, Key Facts Statement for Loans and Advances, 15 April 2024';
const AGENTS_CIRCULAR =
  'RBI/2022-23/108, Responsibilities of regulated entities employing recovery agents, ' +
  '12 August 2022';
const MONEY_LAUNDERING = 'Prevention of Money-laundering Act, 2002, s. 12';
const KYC_MASTER = 'RBI Master Direction, Know Your Customer';
const PERIODIC_UPDATE =
  `${KYC_MASTER}, 2016, s. 38; since 28 November 2025 RBI (Non-Banking Financial Companies - ` +
  'Know Your Customer) Directions, 2025, periodic updation';
const UPDATE_REMINDERS = 'RBI (Know Your Customer) (Amendment) Directions, 2025, 12 June 2025';
const PENAL_CIRCULAR = 'RBI/2023-24/53, Penal Charges in Loan Accounts, 18 August 2023';
const CONDUCT =
  'RBI (NBFC - Responsible Business Conduct) Directions, 2025, RBI/DOR/2025-26/362, ' +
  '28 November 2025';
const CONDUCT_UPDATED = `${CONDUCT}, updated 1 July 2026`;
const CREDIT =
  'RBI (NBFC - Credit Facilities) Directions, 2025, RBI/DOR/2025-26/347, 28 November 2025';
const KYC =
  'RBI (NBFC - Know Your Customer) Directions, 2025, RBI/DOR/2025-26/361, 28 November 2025';
const RECOVERY = 'RBI/2026-27/230, Responsible Business Conduct, recovery of loans, 6 August 2026';
const MANDATES = 'Reserve Bank, E-mandate Framework, 21 April 2026';
const OMBUDSMAN = 'Reserve Bank Integrated Ombudsman Scheme, 2026';
const COMPLAINT_POLICY =
  'Board policy on complaints, as the Digital Lending Directions, 2025, para 11, require';

/**
 * The law's numbers, dated and cited; what was made with one names the row it used. A row repeats
 * the value of the one before where only its source changed. Source: `docs/lawful.md`.
 */
export const regulatoryRows: readonly RegulatoryRow[] = [
  row(
    'gstOnFeesPpm',
    180_000,
    '2017-07-01',
    'Notification 11/2017 Central Tax (Rate), 28 June 2017',
  ),
  row('kfsValidWorkingDays', 3, '2024-10-01', KFS_CIRCULAR),
  row('kfsValidWorkingDays', 3, '2025-11-28', `${CONDUCT}, para 29`),
  row('kfsValidWorkingDays', 3, '2026-07-01', `${CONDUCT_UPDATED}, para 29`),
  row('kfsValidWorkingDaysShortTenor', 1, '2024-10-01', KFS_CIRCULAR),
  row('kfsValidWorkingDaysShortTenor', 1, '2025-11-28', `${CONDUCT}, para 29`),
  row('kfsValidWorkingDaysShortTenor', 1, '2026-07-01', `${CONDUCT_UPDATED}, para 29`),
  row('kfsShortTenorBelowDays', 7, '2024-10-01', KFS_CIRCULAR),
  row('kfsShortTenorBelowDays', 7, '2025-11-28', `${CONDUCT}, para 29`),
  row('kfsShortTenorBelowDays', 7, '2026-07-01', `${CONDUCT_UPDATED}, para 29`),
  row('coolingOffLeastDays', 1, '2025-05-08', 'RBI (Digital Lending) Directions, 2025'),
  row('coolingOffLeastDays', 1, '2025-11-28', `${CREDIT}, para 10`),
  // @ASSUMED the amount: the law asks for a reasonable charge that the board approves, and names
  // none.
  row(
    'penalMostPpmPerDay',
    2_000,
    '2024-01-01',
    `Board policy on penal charges, as ${PENAL_CIRCULAR}, requires`,
  ),
  row(
    'penalMostPpmPerDay',
    2_000,
    '2025-11-28',
    `Board policy on penal charges, as ${CONDUCT}, para 30, requires`,
  ),
  row(
    'penalMostPpmPerDay',
    2_000,
    '2026-07-01',
    `Board policy on penal charges, as ${CONDUCT_UPDATED}, para 30, requires`,
  ),
  row('sanctionedPerYearBeforeFullKycPaise', 6_000_000, '2016-12-08', `${KYC_MASTER}, s. 17`),
  row('sanctionedPerYearBeforeFullKycPaise', 6_000_000, '2025-11-28', KYC),
  row('complaintAnswerDays', 30, '2021-11-12', 'Reserve Bank Integrated Ombudsman Scheme, 2021'),
  row('complaintAnswerDays', 30, '2026-07-01', OMBUDSMAN),
  row('silentDebitMostPaise', 1_500_000, '2026-04-21', MANDATES),
  row('debitAnnouncedLeastHours', 24, '2026-04-21', MANDATES),
  row('dunningFromHour', 8, '2022-08-12', AGENTS_CIRCULAR),
  row('dunningFromHour', 8, '2025-11-28', `${CONDUCT}, para 100`),
  row('dunningFromHour', 8, '2026-07-01', `${CONDUCT_UPDATED}, para 100`),
  row('dunningFromHour', 8, '2027-01-01', `${RECOVERY}, para 100Y`),
  row('dunningUntilHour', 19, '2022-08-12', AGENTS_CIRCULAR),
  row('dunningUntilHour', 19, '2025-11-28', `${CONDUCT}, para 100`),
  row('dunningUntilHour', 19, '2026-07-01', `${CONDUCT_UPDATED}, para 100`),
  row('dunningUntilHour', 19, '2027-01-01', `${RECOVERY}, para 100Y`),
  row('dunningHasEmail', 0, '2022-08-12', AGENTS_CIRCULAR),
  row('dunningHasEmail', 1, '2027-01-01', `${RECOVERY}, para 100AA`),
  row('penalMessageDays', 1, '2024-01-01', PENAL_CIRCULAR),
  row('penalMessageDays', 1, '2025-11-28', `${CONDUCT}, para 30`),
  row('penalMessageDays', 1, '2026-07-01', `${CONDUCT_UPDATED}, para 30`),
  // @ASSUMED the week: the rule forbids excessive messages, and names no number.
  row('penalMessageDays', 7, '2027-01-01', RECOVERY),
  row('callRecordingMonths', 0, '2022-08-12', AGENTS_CIRCULAR),
  row('callRecordingMonths', 6, '2027-01-01', `${RECOVERY}, para 100P`),
  // @ASSUMED the days of the levels and of the alarm: the law sets the thirty days alone.
  row('complaintDeskDays', 7, '2026-07-01', COMPLAINT_POLICY),
  row('complaintOfficerDays', 20, '2026-07-01', COMPLAINT_POLICY),
  row('complaintAlarmDays', 25, '2026-07-01', COMPLAINT_POLICY),
  row('ombudsmanFileDays', 90, '2026-07-01', OMBUDSMAN),
  row('ombudsmanMostLossPaise', 300_000_000, '2026-07-01', OMBUDSMAN),
  row('ombudsmanMostHarassmentPaise', 30_000_000, '2026-07-01', OMBUDSMAN),
  row('regulatorReplyDays', 15, '2026-07-01', OMBUDSMAN),
  row(
    'logRetentionDays',
    180,
    '2022-06-28',
    'CERT-In Directions under s. 70B(6) of the IT Act, 28 April 2022',
  ),
  row('renewalYearsLowRisk', 10, '2016-02-25', PERIODIC_UPDATE),
  row('renewalYearsMediumRisk', 8, '2016-02-25', PERIODIC_UPDATE),
  row('renewalYearsHighRisk', 2, '2016-02-25', PERIODIC_UPDATE),
  row('renewalGraceMonthsLowRisk', 12, '2025-06-12', UPDATE_REMINDERS),
  row('renewalRemindersBefore', 3, '2026-01-01', UPDATE_REMINDERS),
  row('renewalRemindersAfter', 3, '2026-01-01', UPDATE_REMINDERS),
  row('renewalLettersEach', 1, '2026-01-01', UPDATE_REMINDERS),
  row('kycRetentionYears', 5, '2013-02-15', `${MONEY_LAUNDERING}; ${KYC_MASTER}, s. 46`),
  row('kycRetentionYears', 5, '2025-11-28', `${MONEY_LAUNDERING}; ${KYC}`),
  row('bookRetentionYears', 8, '2014-04-01', 'Companies Act, 2013, s. 128(5)'),
];

function row(
  name: RegulatoryName,
  value: number,
  effectiveFrom: string,
  citation: string,
): RegulatoryRow {
  return { name, value, effectiveFrom: businessDay(effectiveFrom), citation };
}

/**
 * The row in force on a day: the latest that has started and not ended. Throws RangeError when
 * there is none.
 */
export function regulatoryRowOn(
  name: RegulatoryName,
  day: BusinessDay,
  rows: readonly RegulatoryRow[] = regulatoryRows,
): RegulatoryRow {
  const inForce = rows
    .filter(
      (r) =>
        r.name === name &&
        r.effectiveFrom <= day &&
        (r.effectiveTo === undefined || r.effectiveTo >= day),
    )
    .sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1));
  if (!inForce[0]) throw new RangeError(`no ${name} on ${day}`);

  return inForce[0];
}
