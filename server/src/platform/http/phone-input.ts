import { CODES } from '@noren/contract/codes';
import { checkPhone } from '@noren/core/people/identity-numbers';
import { CallError } from './call-error.ts';

/**
 * The ten digits of a typed phone number, without +91 and spaces.
 * @param path of the field it was typed into
 * @throws CallError 400 that names the field
 */
export function requirePhone(typed: string, path: string): string {
  const checked = checkPhone(typed);
  if (checked.ok) return checked.value;
  throw new CallError(CODES.invalidInput, 'error.invalid', { data: { fields: [{ path, problem: checked.fault }] } });
}
