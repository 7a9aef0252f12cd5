import { readDigits } from '@noren/core/typed/text';
import { TypedInput, type TypedProps } from './typed-input.tsx';

type Props = Omit<TypedProps, 'type' | 'inputMode'> & {
  /** Digits; as typed while it is something else. */
  value: string;
};

/**
 * Digits of an identity or account number, of any script. Nothing is cut or left out: what is no
 * number, the form refuses.
 */
export function DigitsInput(props: Props) {
  return (
    <TypedInput {...props} inputMode="numeric" show={({ after }) => readDigits(after) ?? after} />
  );
}
