import { plainText } from '@noren/core/typed/text';
import { TypedInput, type TypedProps } from './typed-input.tsx';

/**
 * A code of capitals and digits, such as a PAN or an IFSC, in plain characters whatever keyboard
 * typed it.
 */
export function CodeInput(props: TypedProps) {
  return (
    <TypedInput
      autoCapitalize="characters"
      spellCheck={false}
      {...props}
      show={({ after }) => plainText(after).toUpperCase()}
    />
  );
}
