import { kfsLabel, kfsSection, kfsValue } from '@noren/contract/kfs-value';
import type { KfsRow } from '@noren/core/lending/kfs';
import type { Instalment } from '@noren/core/lending/schedule';
import { type Acceptance, writeAcceptanceFacts } from './acceptance.ts';
import { kfsTranslator, writeSchedule } from './draw-kfs.ts';
import { PdfBuilder } from './pdf-builder.ts';
import type { SealFacts } from './seal-words.ts';

export interface AddendumData {
  readonly document: {
    readonly addendumNo: string;
    readonly repayId: string;
    readonly sections: readonly { readonly id: string; readonly rows: readonly KfsRow[] }[];
    readonly schedule: readonly Instalment[];
    readonly language: string;
    readonly textVersion: string;
    readonly madeAt: number;
  };
  readonly hash: string;
  readonly accepted: Acceptance | null;
  /** Whether it moved the due date: accepted and its fee paid in time. */
  readonly isInForce: boolean;
}

/** Renders the addendum that moves a due date, in the language it was issued in. */
export function drawAddendum(
  { document, hash, accepted, isInForce }: AddendumData,
  seal?: SealFacts,
): Promise<Buffer> {
  const say = kfsTranslator(document);
  const rows = document.sections.flatMap((section) => section.rows);

  const figure = (id: string): string => {
    const row = rows.find((candidate) => candidate.id === id);
    return row ? kfsValue(row, say) : '';
  };

  const pdf = new PdfBuilder({
    title: say('addendum.title'),
    issuer: figure('lender'),
    number: document.addendumNo,
    mark: hash,
    markLabel: say('form.mark'),
    language: document.language,
    at: document.madeAt,
    pageWords: (page, of) => say('form.page', { page, of }),
    seal,
  });
  pdf.title(say('addendum.title'), say('addendum.lead'));
  pdf.figures([
    { label: say('addendum.pay_now'), value: figure('payNow') },
    { label: say('addendum.pay_then', { day: figure('newDueDay') }), value: figure('payThen') },
    { label: say('kfs.row.apr'), value: figure('apr') },
  ]);

  for (const section of document.sections) {
    pdf.heading(kfsSection(section.id, say));
    pdf.facts(
      section.rows.map((row) => ({ label: kfsLabel(row, say), value: kfsValue(row, say) })),
    );
  }

  pdf.heading(say('kfs.schedule'));
  writeSchedule(pdf, document.schedule, say);
  pdf.paragraph(say('addendum.no_fall'), 'strong');
  pdf.paragraph(say('addendum.effect', { day: figure('issuedDay') }));
  pdf.keepTogether(190);
  pdf.heading(say('addendum.acceptance'));
  pdf.paragraph(say(accepted ? 'addendum.accepted' : 'addendum.waiting'));

  if (accepted) {
    const mark = { label: say('addendum.accepted_hash'), value: hash };
    // A sealed one says for good what was agreed, and whether it took effect is known later.
    if (!seal)
      pdf.paragraph(say(isInForce ? 'addendum.in_force' : 'addendum.not_in_force'), 'strong');
    writeAcceptanceFacts(pdf, accepted, { repayId: document.repayId, hash: mark, say });
  }

  return pdf.end();
}
