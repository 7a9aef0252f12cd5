import type { Dictionary } from '@noren/contract/dictionary';
import { useChoices } from '../../api/dictionary.ts';
import { useT } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { RadioCards } from '../../ui/form/radio-cards.tsx';
import style from './dictionary-choices.module.css';
import { isTap } from './tapped.ts';

type Props = {
  type: Dictionary;
  value: string;
  onChange: (value: string) => void;
  /** After a choice by tap. */
  onTap: () => void;
};

/**
 * A short dictionary, every entry on the screen: one tap, where a picker takes two. The form is
 * shown only once the list has been fetched (`isFetched`): coming later, it would move what is
 * below it.
 */
export function DictionaryChoices({ type, value, onChange, onTap }: Props) {
  const t = useT();
  const { choices, isFetching, retry } = useChoices(type);

  if (choices)
    return (
      <div className={style.inline} onChange={(event) => isTap(event) && onTap()}>
        <RadioCards options={choices} {...{ value, onChange }} />
      </div>
    );

  return <ErrorState text={t('ui.list_failed')} onRetry={retry} busy={isFetching} />;
}
