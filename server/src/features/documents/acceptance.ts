import type { Paper } from './paper.ts';
import { moment, type SayLoan } from './words.ts';

/** How something was accepted, as it is kept. */
export interface Acceptance {
  readonly at: number;
  readonly language: string;
  readonly textVersion: string;
  readonly deviceId: string;
}

/** Writes how a document was accepted: when, in which words, on which device, and the mark of what was accepted. */
export function writeAcceptance(
  paper: Paper,
  by: Acceptance,
  of: { repayId: string; hash: { label: string; value: string }; say: SayLoan },
): void {
  const { say } = of;
  paper.facts([
    { label: say('agreement.order_no'), value: of.repayId },
    { label: say('agreement.accepted_at'), value: moment(by.at) },
    { label: say('agreement.accepted_language'), value: say('form.language_name') },
    { label: say('agreement.accepted_version'), value: by.textVersion },
    { label: say('agreement.accepted_device'), value: by.deviceId },
    of.hash,
  ]);
}
