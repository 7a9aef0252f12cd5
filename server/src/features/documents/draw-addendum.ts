import { kfsLabel, kfsSection, kfsValue } from '@noren/contract/kfs-value';
import type { KfsRow } from '@noren/core/lending/kfs';
import type { Instalment } from '@noren/core/lending/schedule';
import { type Acceptance, writeAcceptance } from './acceptance.ts';
import { sayOf, writeSchedule } from './draw-kfs.ts';
import { Paper } from './paper.ts';

/** An addendum as it is kept, and how it was accepted. */
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
  /** Whether the due date was moved by it: accepted and paid on its day. */
  readonly isInForce: boolean;
}

/** Draws the addendum that moves a due date, in the language it was made in. */
export function drawAddendum({ document, hash, accepted, isInForce }: AddendumData): Promise<Buffer> {
  const say = sayOf(document);
  const rows = document.sections.flatMap((section) => section.rows);
  const figure = (id: string): string => {
    const row = rows.find((one) => one.id === id);
    return row ? kfsValue(row, say) : '';
  };
  const paper = new Paper({
    title: say('addendum.title'),
    issuer: figure('lender'),
    number: document.addendumNo,
    mark: hash,
    markLabel: say('form.mark'),
    language: document.language,
    at: document.madeAt,
    pageWords: (page, of) => say('form.page', { page, of }),
  });
  paper.title(say('addendum.title'), say('addendum.lead'));
  paper.figures([
    { label: say('addendum.pay_now'), value: figure('payNow') },
    { label: say('addendum.pay_then', { day: figure('newDueDay') }), value: figure('payThen') },
    { label: say('kfs.row.apr'), value: figure('apr') },
  ]);
  for (const section of document.sections) {
    paper.heading(kfsSection(section.id, say));
    paper.facts(section.rows.map((row) => ({ label: kfsLabel(row, say), value: kfsValue(row, say) })));
  }
  paper.heading(say('kfs.schedule'));
  writeSchedule(paper, document.schedule, say);
  paper.paragraph(say('addendum.no_fall'), 'strong');
  paper.paragraph(say('addendum.effect', { day: figure('issuedDay') }));
  paper.together(190);
  paper.heading(say('addendum.acceptance'));
  paper.paragraph(say(accepted ? 'addendum.accepted' : 'addendum.waiting'));
  if (accepted) {
    const mark = { label: say('addendum.accepted_hash'), value: hash };
    paper.paragraph(say(isInForce ? 'addendum.in_force' : 'addendum.not_in_force'), 'strong');
    writeAcceptance(paper, accepted, { repayId: document.repayId, hash: mark, say });
  }
  return paper.end();
}
