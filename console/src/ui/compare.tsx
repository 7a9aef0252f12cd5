import type { ReactNode } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { alignLetters } from './align-letters.ts';
import style from './evidence.module.css';
import { Icon } from './icon.tsx';
import { Hidden } from './states.tsx';

interface DiffProps {
  readonly before: ReactNode;
  readonly now: ReactNode;
  readonly isChanged: boolean;
  /** Headings other than "Before" and "Now". */
  readonly labels?: readonly [before: string, now: string];
}

/** A value before and now. */
export function Diff({
  before,
  now,
  isChanged,
  labels = [kitTexts.before, kitTexts.now],
}: DiffProps) {
  return (
    <dl className={style.diff}>
      <div>
        <dt>{labels[0]}</dt>
        <dd>{before}</dd>
      </div>
      <Icon name="right" />
      <div>
        <dt>{isChanged ? labels[1] : `${labels[1]}: ${kitTexts.unchanged}`}</dt>
        <dd data-changed={isChanged || undefined}>{now}</dd>
      </div>
    </dl>
  );
}

interface LettersProps {
  readonly one: { readonly label: string; readonly text: string };
  readonly other: { readonly label: string; readonly text: string };
}

/**
 * Compares two names letter by letter, one below the other, ignoring case. Names that agree take
 * one line.
 */
export function Letters({ one, other }: LettersProps) {
  const columns = alignLetters(one.text, other.text);
  const different = columns.filter(([a, b]) => a !== b).length;

  if (different === 0)
    return (
      <p className={style.alike}>
        <span>{other.label}</span> {kitTexts.lettersAgree}
      </p>
    );

  return (
    <>
      <Hidden>
        {kitTexts.letterName(one.label, one.text)} {kitTexts.letterName(
          other.label,
          other.text,
        )}{' '}
      </Hidden>
      <div className={style.letters} aria-hidden="true">
        {[one, other].map(({ label }, row) => (
          <div key={label}>
            <span>{label}</span>
            {columns.map((pair, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a letter is identified only by its position
              <i key={at} data-kind={judgeLetter(pair[row] ?? '', pair[0] === pair[1])}>
                {pair[row]}
              </i>
            ))}
          </div>
        ))}
      </div>
      <p>{kitTexts.lettersDiffer(different)}</p>
    </>
  );
}

function judgeLetter(letter: string, isSame: boolean): string {
  if (isSame) return letter === ' ' ? 'space' : 'same';

  return letter === '' ? 'missing' : 'differs';
}
