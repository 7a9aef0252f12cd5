import { createHash } from 'node:crypto';
import type { Language } from '@noren/contract/fields';
import { LOAN_TEXT_VERSION } from '@noren/contract/loan-words';
import type { AppConfig } from '@noren/contract/public';
import { REMINDER_PLAN, type Reminder } from '@noren/core/lending/renewal';
import type { Address } from '@noren/core/people/address';
import { isStateCode, nameState } from '@noren/core/people/states';
import {
  day as asDay,
  docTranslator,
  loanTranslator,
} from '../../lending/documents/document-texts.ts';
import { PdfBuilder } from '../../lending/documents/pdf-builder.ts';

/** What a letter about an update of details says, and to whom. */
interface LetterFacts {
  readonly language: Language;
  readonly lender: AppConfig['lender'];
  readonly reminder: Reminder;
  readonly name: string;
  readonly address: Address;
  readonly dueDay: string;
  /** From when a new loan waits. */
  readonly heldFrom: string;
  readonly today: string;
  readonly now: number;
}

/** Renders a letter to post, in the borrower's language. */
export function drawLetter(facts: LetterFacts): Promise<Buffer> {
  const { language, lender, name, address, dueDay, heldFrom, today } = facts;
  const say = docTranslator(language);
  const common = loanTranslator(LOAN_TEXT_VERSION, language);
  const title = say('docs.letter.title');
  const isLate = REMINDER_PLAN[facts.reminder].day > 0;
  const pdf = new PdfBuilder({
    title,
    number: asDay(today),
    issuer: lender.name,
    mark: createHash('sha256').update(JSON.stringify(facts)).digest('hex'),
    markLabel: common('form.mark'),
    language,
    at: facts.now,
    pageWords: (page, of) => common('form.page', { page, of }),
  });

  pdf.title(title, asDay(today));
  for (const line of [name, ...writeAddress(address)]) pdf.paragraph(line, 'strong');
  pdf.space(24);
  const days = { day: asDay(dueDay), from: asDay(heldFrom) };
  pdf.paragraph(isLate ? say('docs.letter.late', days) : say('docs.letter.open', days));
  pdf.paragraph(say('docs.letter.how'));
  pdf.paragraph(say('docs.letter.safe'));
  pdf.paragraph(
    say('docs.letter.help', { officer: lender.grievance.name, phone: lender.grievance.phone }),
  );

  return pdf.end();
}

function writeAddress({ street, locality, district, state, pin }: Address): string[] {
  return [street, locality, `${district} ${pin}`, isStateCode(state) ? nameState(state) : state];
}
