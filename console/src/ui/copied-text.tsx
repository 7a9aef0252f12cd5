import { useState } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { Button } from './button.tsx';
import style from './overlay.module.css';

/** A text to pass on: shown whole, with a button that copies it. */
export function CopiedText({ text }: { readonly text: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('notCopied');
    }
  };

  return (
    <div className={style.copied}>
      <code>{text}</code>
      <Button tone="primary" onPress={() => void copy()}>
        {kitTexts.copy}
      </Button>
      <span role="status">{outcome && kitTexts[outcome]}</span>
    </div>
  );
}
