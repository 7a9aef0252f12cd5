import { checkPhone } from '@noren/core/typed/phone';
import { TypedInput, type TypedProps } from './typed-input.tsx';

type Props = Omit<TypedProps, 'type' | 'inputMode' | 'prefix'> & {
  /** The ten digits; as typed while they are something else. */
  value: string;
};

/**
 * An Indian mobile number, however it is typed or pasted. It is never cut: what is no such number,
 * the form refuses.
 */
export function PhoneInput(props: Props) {
  return (
    <TypedInput
      {...props}
      prefix="+91"
      type="tel"
      inputMode="tel"
      show={({ after }) => showPhone(after)}
    />
  );
}

/** What a phone field shows: the ten digits, or the text while it is no number. */
function showPhone(text: string): string {
  const checked = checkPhone(text);
  return checked.ok ? checked.value : text;
}
