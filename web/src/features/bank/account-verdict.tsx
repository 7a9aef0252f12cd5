import { matchNames } from '@noren/core/people/name-match';
import { useEffect, useRef } from 'react';
import { useT } from '../../i18n/index.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import type { Verdict } from './account-saving.ts';

type Props = {
  verdict: Verdict | undefined;
  /** The name the user confirmed in the identity step, and the account holder as typed. */
  confirmed: string;
  typed: string;
};

/**
 * The bank's answer and its consequence as text; announced to screen readers and scrolled into
 * view.
 */
export function AccountVerdict({ verdict, confirmed, typed }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (verdict) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [verdict]);

  return (
    <div ref={ref} role="status">
      {verdict && (
        <VerdictText
          verdict={verdict}
          isTypedNameDifferent={matchNames(confirmed, typed) !== 'match'}
        />
      )}
    </div>
  );
}

function VerdictText({
  verdict,
  isTypedNameDifferent,
}: {
  verdict: Verdict;
  isTypedNameDifferent: boolean;
}) {
  const t = useT();
  const { nameAtBank, problem, checked } = verdict;
  const nameText = nameAtBank === null ? undefined : t('bank.said', { name: nameAtBank });

  switch (problem) {
    case 'name_differs':
      if (isTypedNameDifferent || !nameText)
        return (
          <Callout
            tone={verdict.isUsable ? 'due' : 'bad'}
            title={t('bank.typed_other')}
            text={t(verdict.isUsable ? 'bank.typed_other_text' : 'bank.typed_stranger_text')}
          />
        );

      if (nameAtBank === '')
        return (
          <Callout tone="due" title={t('bank.said_nobody')} text={t('bank.said_nobody_text')} />
        );

      return (
        <Callout
          tone={verdict.isUsable ? 'due' : 'bad'}
          title={nameText}
          text={t(verdict.isUsable ? textOfUsable(verdict) : 'bank.said_stranger_text')}
        />
      );
    case 'used_by_another':
      return <Callout tone="bad" title={t('bank.used_by_another')} />;
    case 'ifsc_unknown':
    case 'bank_differs':
    case 'account_invalid':
      // Shown at their fields.
      return null;
    case null:
      if (!checked || !nameText)
        return <Callout title={t('bank.unanswered')} text={t('bank.unanswered_text')} />;
      return <Callout tone="good" title={nameText} text={t('bank.said_own_text')} />;
    default: {
      const missing: never = problem;
      throw new RangeError(`unknown problem: ${missing}`);
    }
  }
}

const textOfUsable = ({ nameMatch }: Verdict) =>
  nameMatch === 'partial' ? ('bank.said_partly_text' as const) : ('bank.said_other_text' as const);
