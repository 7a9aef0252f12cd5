import type { Language } from '@noren/contract/fields';
import { docTranslator, moment } from './document-texts.ts';
import type { SignatureFacts } from './open-signature.ts';

/** How a document is sealed, and what was accepted with it. */
export interface SealFacts extends Omit<SignatureFacts, 'about'> {
  readonly isSandbox: boolean;
  readonly orderNo: string;
  /** Null for a document that the borrower need not accept. */
  readonly accepted: {
    readonly at: number;
    readonly deviceId: string;
    readonly sessionId: string;
  } | null;
}

/** What of a document's builder it is written with. */
interface Writer {
  keepTogether(points: number): void;
  heading(text: string): void;
  paragraph(text: string, as?: 'strong'): void;
  facts(facts: readonly { label: string; value: string }[]): void;
}

/** Room for the heading, its lines and the table, in points. */
const HEIGHT = 210;

/** The last part of a sealed document: who accepted it when and where, and who sealed it. */
export function writeSeal(pdf: Writer, seal: SealFacts, language: string): void {
  const say = docTranslator(language as Language);
  const { accepted } = seal;

  pdf.keepTogether(HEIGHT);
  pdf.heading(say('docs.seal.title'));
  pdf.paragraph(say('docs.seal.lead'));
  if (seal.isSandbox) pdf.paragraph(say('docs.seal.sandbox'), 'strong');

  pdf.facts([
    { label: say('docs.order'), value: seal.orderNo },
    ...(accepted
      ? [
          { label: say('docs.seal.accepted_at'), value: moment(accepted.at) },
          { label: say('docs.seal.device'), value: accepted.deviceId },
          { label: say('docs.seal.session'), value: accepted.sessionId },
        ]
      : []),
    { label: say('docs.seal.sealed_at'), value: moment(seal.at) },
    { label: say('docs.seal.signer'), value: seal.signer },
  ]);
}
