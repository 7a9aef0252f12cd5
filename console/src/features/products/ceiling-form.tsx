import type { StaffProposal } from '@noren/contract/staff/approvals';
import { CEILING_LEVELS, type CeilingLevel } from '@noren/core/lending/level-ceilings';
import { addDays, businessDay, isBusinessDay } from '@noren/core/money/time';
import { useState } from 'react';
import { useSignedIn } from '../../api/session.tsx';
import { identityTexts } from '../../texts/identity.ts';
import { ceilingTexts } from '../../texts/products.ts';
import { DayField, MoneyField, SelectField, TextField } from '../../ui/fields.tsx';
import { Page } from '../../ui/layout.tsx';
import { useFields } from '../../ui/use-fields.ts';
import { CheckForm } from './check-form.tsx';
import { ProposalView } from './proposal-view.tsx';
import { ProposePanel } from './propose-panel.tsx';

const LEVELS = CEILING_LEVELS.map((id) => ({ id, text: identityTexts.levels[id] }));

/** What an identity level allows from a day on, and on which rule or opinion. */
export function NewCeiling() {
  const tomorrow = addDays(businessDay(useSignedIn().today), 1);
  const form = useFields({
    level: 'document_seen' as CeilingLevel,
    ceilingPaise: null as number | null,
    effectiveFrom: String(tomorrow),
    citation: '',
  });
  const [proposal, setProposal] = useState<StaffProposal & { kind: 'level_ceiling' }>();
  const { values, problems, field } = form;

  const check = (): void => {
    const { level, ceilingPaise, effectiveFrom, citation } = values;
    const formProblems = [
      ...(ceilingPaise === null ? [{ path: 'ceilingPaise', problem: 'required' }] : []),
      ...(isBusinessDay(effectiveFrom) ? [] : [{ path: 'effectiveFrom', problem: 'day' }]),
      ...(citation.trim().length < 5
        ? [{ path: 'citation', problem: citation.trim() === '' ? 'required' : 'short' }]
        : []),
    ];

    form.refuse(formProblems);
    if (formProblems.length > 0 || ceilingPaise === null) return;

    setProposal({
      kind: 'level_ceiling',
      level,
      ceilingPaise,
      effectiveFrom,
      citation: citation.trim(),
    });
  };

  return (
    <Page
      title={ceilingTexts.change}
      crumbs={[{ to: '/products?tab=ceilings', text: ceilingTexts.title }]}
    >
      {proposal ? (
        <ProposePanel proposal={proposal} onCancel={() => setProposal(undefined)}>
          <ProposalView kind="level_ceiling" detail={proposal} />
        </ProposePanel>
      ) : (
        <CheckForm label={ceilingTexts.formLabel} problems={problems} onSubmit={check}>
          <SelectField {...field('level', ceilingTexts.level)} options={LEVELS} />
          <MoneyField {...field('ceilingPaise', ceilingTexts.ceiling)} />
          <DayField {...field('effectiveFrom', ceilingTexts.from)} least={tomorrow} />
          <TextField
            {...field('citation', ceilingTexts.citation)}
            hint={ceilingTexts.citationHint}
          />
        </CheckForm>
      )}
    </Page>
  );
}
