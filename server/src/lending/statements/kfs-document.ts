import { LOAN_TEXT_VERSION } from '@noren/contract/loan-words';
import type { AppConfig } from '@noren/contract/public';
import { type Kfs, type KfsRow, makeKfs } from '@noren/core/lending/kfs';
import type { Quote } from '@noren/core/lending/offer';
import type { ProductTerms } from '@noren/core/lending/terms';
import { endOfDay } from '../../platform/business-time.ts';
import type { UserCtx } from '../../platform/http/handler.ts';

/** A Key Facts Statement exactly as shown; its hash is computed over these bytes. */
export interface KfsDocument extends Kfs {
  readonly language: string;
  readonly textVersion: string;
  readonly madeAt: number;
  readonly validUntil: number;
}

/** Creates the KFS of a quote in the caller's language. */
export function makeKfsDocument(
  ctx: Pick<UserCtx, 'deps' | 'language' | 'now' | 'today'>,
  input: { proposalNo: string; quote: Quote; product: ProductTerms },
): KfsDocument {
  const { lender, appGrievance } = ctx.deps.appConfig;
  const kfs = makeKfs({
    ...input,
    lender: {
      name: lender.name,
      cin: lender.cin,
      registrationNo: lender.registrationNo,
      grievanceOfficer: lender.grievance,
    },
  });

  return {
    ...kfs,
    sections: kfs.sections.map((section) =>
      section.id === 'part2'
        ? { ...section, rows: [...section.rows, ...appOfficerRows(appGrievance)] }
        : section,
    ),
    language: ctx.language,
    textVersion: LOAN_TEXT_VERSION,
    madeAt: ctx.now,
    validUntil: endOfDay(kfs.validUntilDay, ctx),
  };
}

function appOfficerRows(officer: AppConfig['appGrievance']): KfsRow[] {
  return [
    { id: 'appGrievanceOfficerName', kind: 'text', value: officer.name },
    { id: 'appGrievanceOfficerPhone', kind: 'text', value: officer.phone },
    { id: 'appGrievanceOfficerEmail', kind: 'text', value: officer.email },
    { id: 'appGrievanceOfficerAddress', kind: 'text', value: officer.address },
  ];
}
