import type { LoanWordId } from '@noren/contract/loan-words';
import type { KfsSectionId } from '@noren/core/lending/kfs';
import type { Clause } from './clause-order.ts';

type FormWord = Extract<LoanWordId, `form.${string}`>;

/** An entry of RBI's KFS form: its number, its title and the rows of the KFS that belong to it. */
export interface FormEntry {
  readonly no?: string;
  /** Title above the rows; without it the single row follows the number directly. */
  readonly title?: FormWord;
  readonly rows?: readonly string[];
  /** Text when no row applies. */
  readonly fallback?: FormWord;
  /** The clause of the agreement it refers to. */
  readonly clause?: Clause;
}

/**
 * RBI's KFS form, in the order and with the numbers of the circular.
 * Source: RBI/2024-25/18 of 15 April 2024, Annexes A and B.
 */
export const KFS_FORM: Readonly<
  Record<KfsSectionId, { title: FormWord; entries: readonly FormEntry[] }>
> = {
  part1: {
    title: 'form.part1',
    entries: [
      { no: '1', title: 'form.proposal', rows: ['proposalNo', 'loanType', 'product'] },
      { no: '2', rows: ['sanctionedAmount'] },
      { no: '3', rows: ['disbursalSchedule'] },
      { no: '4', rows: ['loanTerm'] },
      {
        no: '5',
        title: 'form.instalments',
        rows: ['instalmentType', 'instalmentCount', 'instalmentAmount', 'repaymentStarts'],
      },
      {
        no: '6',
        title: 'form.interest',
        rows: ['interestPerYear', 'interestPerDay', 'interestType'],
      },
      { no: '7', title: 'form.floating', fallback: 'form.fixed_rate' },
      { no: '8', title: 'form.fees' },
      {
        title: 'form.fees_lender',
        rows: [
          'processingFee',
          'processingFeeGst',
          'processingFeeRate',
          'gstRate',
          'feeDiscount',
          'insuranceCharges',
          'valuationFees',
          'otherFees',
        ],
      },
      { title: 'form.fees_others', rows: ['thirdPartyFees'] },
      { no: '9', rows: ['apr'] },
      { no: '10', title: 'form.contingent' },
      { title: 'form.late', rows: ['penalChargePerDay', 'penalGraceDays', 'penalMaxDays'] },
      { title: 'form.other_late', rows: ['otherPenalCharges'] },
      { title: 'form.early', rows: ['foreclosureCharges'] },
      { title: 'form.switching', fallback: 'form.fixed_rate' },
      { title: 'form.other_contingent', rows: ['extensionFee', 'extensionMaxTimes'] },
    ],
  },
  part2: {
    title: 'form.part2',
    entries: [
      { no: '1', title: 'form.agents', clause: 'reminders', rows: ['recoveryAgents'] },
      { no: '2', title: 'form.grievance', clause: 'complaints' },
      {
        no: '3',
        title: 'form.officer',
        rows: [
          'grievanceOfficerName',
          'grievanceOfficerPhone',
          'grievanceOfficerEmail',
          'grievanceOfficerAddress',
          'appGrievanceOfficerName',
          'appGrievanceOfficerPhone',
          'appGrievanceOfficerEmail',
          'appGrievanceOfficerAddress',
        ],
      },
      { no: '4', title: 'form.transfer', rows: ['transferToOthers'] },
      { no: '5', title: 'form.collaboration', rows: ['coLending'] },
      { no: '6', title: 'form.digital' },
      { title: 'form.cooling_off', rows: ['coolingOff', 'feeOnReturn'] },
      { title: 'form.service_provider', rows: ['lspRecovery'] },
    ],
  },
  apr: {
    title: 'form.annex_b',
    entries: [
      { no: '1', rows: ['sanctionedAmount'] },
      { no: '2', rows: ['loanTerm'] },
      { title: 'form.unequal', fallback: 'form.not_applicable' },
      { title: 'form.equal', rows: ['instalmentCount', 'instalmentAmount'] },
      { title: 'form.capitalised', rows: ['capitalisedInterestInstalments'] },
      { title: 'form.begins', rows: ['repaymentStarts'] },
      { no: '3', rows: ['interestType'] },
      { no: '4', rows: ['interestPerYear'] },
      { no: '5', rows: ['totalInterest'] },
      { no: '6', title: 'form.fees_payable', rows: ['feesToLender', 'feesToThirdParties'] },
      { no: '7', rows: ['netDisbursed'] },
      { no: '8', rows: ['totalRepayable'] },
      { no: '9', rows: ['apr'] },
      { no: '10', rows: ['disbursalSchedule'] },
      { no: '11', rows: ['dueDay'] },
    ],
  },
};

/** Rows shown in the header instead: the lender. */
export const HEADER_ROWS = ['lender', 'lenderCin', 'lenderRegistration'] as const;
