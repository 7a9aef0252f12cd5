import { createHash } from 'node:crypto';
import type { Language } from '@noren/contract/fields';
import { POLICY_PARTS } from '@noren/contract/policy-parts';
import { policyWords } from '@noren/contract/policy-words';
import type { LenderData } from '@noren/contract/public';
import { canonicalJson } from '@noren/core/people/canonical-json';
import type { IdentityService } from '@noren/core/people/identity-services';
import { type Translator, translatorFor } from '../../platform/translations/translations.ts';
import { loanTranslator } from './document-texts.ts';
import { PdfBuilder } from './pdf-builder.ts';
import type { SealFacts } from './seal-words.ts';

/** The privacy policy under which a loan was accepted. */
export interface PolicyData {
  readonly repayId: string;
  readonly language: Language;
  /** The version of the consent's text. */
  readonly version: string;
  /** The version of the words around the policy. */
  readonly textVersion: string;
  /** When the loan was accepted, UTC ms. */
  readonly at: number;
  readonly lender: LenderData['lender'];
  readonly appGrievance: LenderData['appGrievance'];
  readonly complaintDays: number;
  readonly identityServices: readonly IdentityService[];
}

type Officer = LenderData['appGrievance'];

/** SHA-256 of the policy's words and of the values in them. */
export function hashPolicy(data: PolicyData): string {
  const content = { ...data, words: policyWords(data.language) };
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}

/** Renders the privacy policy with the grievance officers, as its screen shows them. */
export function drawPolicy(data: PolicyData, seal: SealFacts): Promise<Buffer> {
  const { language, lender, appGrievance, version, complaintDays: days } = data;
  const words = translatorFor(language, policyWords(language));
  const common = loanTranslator(data.textVersion, language);
  const pdf = new PdfBuilder({
    title: words._('privacy.title'),
    issuer: lender.name,
    number: data.repayId,
    mark: hashPolicy(data),
    markLabel: common('form.mark'),
    language,
    at: data.at,
    pageWords: (page, of) => common('form.page', { page, of }),
    seal,
  });

  pdf.title(words._('privacy.title'), words._('privacy.version', { version }));
  pdf.paragraph(words._('privacy.who', { lender: lender.name }));

  for (const part of POLICY_PARTS) {
    pdf.heading(words._(`privacy.${part}_title`));
    for (const line of words._(`privacy.${part}_text`).split('\n')) pdf.paragraph(line);
    if (part === 'shared')
      for (const service of data.identityServices)
        pdf.paragraph(words._(`privacy.shared_${service}`));
  }

  pdf.heading(words._('privacy.grievance_title'));
  pdf.paragraph(words._('privacy.grievance_text', { days }));
  pdf.facts([
    officerLine(words._('privacy.officer_lender', { lender: lender.name }), lender.grievance),
    officerLine(words._('privacy.officer_app'), appGrievance),
    lenderLine(words, lender),
  ]);
  pdf.paragraph(words._('privacy.ombudsman_text', { days }));

  return pdf.end();
}

const officerLine = (label: string, { name, phone, email, address }: Officer) => ({
  label,
  value: [name, phone, email, address].join(', '),
});

function lenderLine(words: Translator, lender: LenderData['lender']) {
  const { name, cin, registrationNo: registration, address } = lender;
  const numbers = words._('privacy.lender_numbers', { cin, registration });
  return { label: words._('privacy.lender'), value: [name, numbers, address].join(', ') };
}
