import { saysWord } from '@noren/contract/loan-words';
import { regulatoryRowOn } from '@noren/core/lending/terms';
import { type Acceptance, writeAcceptanceFacts } from './acceptance.ts';
import { CLAUSES, type Clause, clauseNumber } from './clause-order.ts';
import type { LoanTranslator } from './document-texts.ts';
import { findKfsRow, formatFigure, type KfsData, kfsTranslator, writeKfs } from './draw-kfs.ts';
import { PdfBuilder } from './pdf-builder.ts';
import type { SealFacts } from './seal-words.ts';

/** An agreement with its KFS. Before acceptance it is only a draft. */
export interface AgreementData extends KfsData {
  readonly borrowerName: string;
  /** The account the loan is paid to. */
  readonly account: { readonly ifsc: string; readonly last4: string } | null;
  readonly accepted: {
    readonly repayId: string;
    readonly by: Acceptance & { kfsHash: string };
  } | null;
}

/** Renders the agreement in the language of its KFS. */
export function drawAgreement(data: AgreementData, seal?: SealFacts): Promise<Buffer> {
  const { kfs, kfsHash, accepted } = data;
  const say = kfsTranslator(kfs);
  const pdf = new PdfBuilder({
    title: say('agreement.title'),
    issuer: String(findKfsRow(kfs, 'part1', 'lender')?.value ?? ''),
    number: accepted?.repayId ?? kfs.proposalNo,
    mark: kfsHash,
    markLabel: say('form.mark'),
    language: kfs.language,
    at: accepted?.by.at ?? kfs.madeAt,
    pageWords: (page, of) => say('form.page', { page, of }),
    seal,
  });

  writeKfs(pdf, kfs, say);
  pdf.newPage();
  pdf.title(say('agreement.title'), say('agreement.opening'));

  for (const clause of CLAUSES) {
    if (clause === 'acceptance') pdf.keepTogether(200);
    pdf.heading(`${clauseNumber(clause)}. ${say(`agreement.${clause}`)}`);
    for (const text of writeClause(clause, data, say)) pdf.paragraph(text);
  }

  if (accepted) {
    const hash = { label: say('agreement.accepted_hash'), value: accepted.by.kfsHash };
    writeAcceptanceFacts(pdf, accepted.by, { repayId: accepted.repayId, hash, say });
  }

  return pdf.end();
}

/** The text of a clause for this loan. Every figure comes from its KFS. */
function writeClause(clause: Clause, data: AgreementData, say: LoanTranslator): string[] {
  switch (clause) {
    case 'parties':
    case 'loan':
    case 'interest':
      return lendingWords(clause, data, say);
    case 'repaying':
    case 'return':
    case 'late':
    case 'extension':
      return repaymentWords(clause, data, say);
    default:
      return generalWords(clause, data, say);
  }
}

type LendingClause = 'parties' | 'loan' | 'interest';

/** Who lends how much to whom, at what rate. */
function lendingWords(
  clause: LendingClause,
  { kfs, borrowerName, account }: AgreementData,
  say: LoanTranslator,
): string[] {
  const part1 = (id: string): string => formatFigure(kfs, 'part1', id, say);

  switch (clause) {
    case 'parties':
      return [
        say('agreement.parties_lender', {
          lender: part1('lender'),
          cin: part1('lenderCin'),
          registration: part1('lenderRegistration'),
        }),
        say('agreement.parties_borrower', { name: borrowerName }),
        say('agreement.parties_app'),
      ];
    case 'loan':
      return [
        say('agreement.loan_amount', {
          principal: part1('sanctionedAmount'),
          fee: part1('processingFee'),
          gst: part1('processingFeeGst'),
          net: formatFigure(kfs, 'apr', 'netDisbursed', say),
        }),
        account
          ? say('agreement.loan_account', { last4: account.last4, ifsc: account.ifsc })
          : say('agreement.loan_account_open'),
        say('agreement.loan_withdraw'),
      ];
    case 'interest':
      return [
        say('agreement.interest_rate', { rate: part1('interestPerDay') }),
        say('agreement.interest_simple'),
      ];
  }
}

type RepaymentClause = 'repaying' | 'return' | 'late' | 'extension';

/**
 * What the borrower owes when, and what giving the loan back, paying late and paying later cost.
 */
function repaymentWords(
  clause: RepaymentClause,
  { kfs }: AgreementData,
  say: LoanTranslator,
): string[] {
  const part1 = (id: string): string => formatFigure(kfs, 'part1', id, say);

  switch (clause) {
    case 'repaying':
      return [
        say('agreement.repaying_due', {
          total: part1('instalmentAmount'),
          term: part1('loanTerm'),
          day: part1('repaymentStarts'),
        }),
        say('agreement.repaying_early'),
        say('agreement.repaying_order'),
        say('agreement.repaying_payee'),
      ];
    case 'return': {
      const isFeeKept = findKfsRow(kfs, 'part2', 'feeOnReturn')?.value === 'kept';

      return [
        say('agreement.return_days', { days: formatFigure(kfs, 'part2', 'coolingOff', say) }),
        say(isFeeKept ? 'agreement.return_fee_kept' : 'agreement.return_fee_given_back'),
      ];
    }
    case 'late':
      return [
        say('agreement.late_charge', {
          grace: part1('penalGraceDays'),
          rate: part1('penalChargePerDay'),
          most: part1('penalMaxDays'),
        }),
        say('agreement.late_apart'),
      ];
    case 'extension':
      return [
        say('agreement.extension_ask', {
          times: Number(findKfsRow(kfs, 'part1', 'extensionMaxTimes')?.value),
          fee: part1('extensionFee'),
        }),
        say('agreement.extension_addendum'),
      ];
  }
}

/** Clauses without prices. */
function generalWords(
  clause: Exclude<Clause, LendingClause | RepaymentClause>,
  { kfs, accepted }: AgreementData,
  say: LoanTranslator,
): string[] {
  const constant = (name: Parameters<typeof regulatoryRowOn>[0]): number =>
    regulatoryRowOn(name, kfs.issuedDay).value;

  const officer = (of: 'grievanceOfficer' | 'appGrievanceOfficer'): Record<string, string> => ({
    name: formatFigure(kfs, 'part2', `${of}Name`, say),
    phone: formatFigure(kfs, 'part2', `${of}Phone`, say),
    email: formatFigure(kfs, 'part2', `${of}Email`, say),
    address: formatFigure(kfs, 'part2', `${of}Address`, say),
  });

  switch (clause) {
    case 'reminders':
      return [
        say('agreement.reminders_hours', {
          from: hour(constant('dunningFromHour')),
          until: hour(constant('dunningUntilHour')),
        }),
        say('agreement.reminders_agents'),
      ];
    case 'complaints':
      return [
        say('agreement.complaints_officer', officer('grievanceOfficer')),
        say('agreement.complaints_app', officer('appGrievanceOfficer')),
        say('agreement.complaints_ombudsman', {
          days: say('kfs.days', { days: constant('complaintAnswerDays') }),
        }),
      ];
    case 'records':
      return [
        // Of agreements made before it was taken out: no report is made.
        ...(saysWord(kfs.textVersion, 'agreement.records_bureaus')
          ? [say('agreement.records_bureaus')]
          : []),
        say('agreement.records_data'),
        say('agreement.records_documents'),
      ];
    case 'changes':
      return [say('agreement.changes_none'), say('agreement.changes_transfer')];
    case 'law':
      return [say('agreement.law_india')];
    case 'acceptance':
      return [say(accepted ? 'agreement.acceptance_text' : 'agreement.acceptance_waiting')];
    default: {
      const missing: never = clause;
      throw new RangeError(`no words for the clause ${missing}`);
    }
  }
}

const hour = (of: number): string => `${String(of).padStart(2, '0')}:00`;
