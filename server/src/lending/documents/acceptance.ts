import { type LoanTranslator, moment } from './document-texts.ts';
import type { PdfBuilder } from './pdf-builder.ts';

/** How a document was accepted. */
export interface Acceptance {
  readonly at: number;
  readonly language: string;
  readonly textVersion: string;
  readonly deviceId: string;
}

/**
 * Writes when, in which language and text version, and on which device a document was accepted,
 * with its hash.
 */
export function writeAcceptanceFacts(
  pdf: PdfBuilder,
  by: Acceptance,
  input: { repayId: string; hash: { label: string; value: string }; say: LoanTranslator },
): void {
  const { say } = input;
  pdf.facts([
    { label: say('agreement.order_no'), value: input.repayId },
    { label: say('agreement.accepted_at'), value: moment(by.at) },
    { label: say('agreement.accepted_language'), value: say('form.language_name') },
    { label: say('agreement.accepted_version'), value: by.textVersion },
    { label: say('agreement.accepted_device'), value: by.deviceId },
    input.hash,
  ]);
}
