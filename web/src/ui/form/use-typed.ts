import type { TypedChange } from '@noren/core/typed/amount';
import { type ChangeEvent, type CompositionEvent, useRef } from 'react';

/**
 * The handlers of a field whose text is read at every change: typed, pasted, dropped or filled in.
 * While a keyboard composes a word the text is left to it, because a changed one would be written
 * twice.
 * @param show what the field shows after the change
 */
export function useTyped(
  value: string,
  show: (change: TypedChange) => string,
  onChange: (text: string) => void,
) {
  const beforeWord = useRef<string | null>(null);

  return {
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const { inputType, data } = nativeEvent as InputEvent;
      const isComposing = beforeWord.current !== null;
      onChange(
        isComposing ? target.value : show({ before: value, after: target.value, inputType, data }),
      );
    },
    onCompositionStart: () => {
      beforeWord.current = value;
    },
    onCompositionEnd: ({ currentTarget, data }: CompositionEvent<HTMLInputElement>) => {
      const before = beforeWord.current ?? value;
      beforeWord.current = null;
      onChange(
        show({ before, after: currentTarget.value, inputType: 'insertCompositionText', data }),
      );
    },
  };
}
