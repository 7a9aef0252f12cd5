import { addressFields } from '@noren/contract/personal-info';
import type { AddressField } from '@noren/core/people/address';
import { isStateCode, isUsualPin, listStatesByPin } from '@noren/core/people/states';
import type { Translate } from '../../i18n/index.ts';
import type { Problems } from '../forms/form.ts';

/** The form values of an address, in the page's order: the PIN code tells most states. */
export const emptyAddress = { street: '', locality: '', district: '', pin: '', state: '' };

export type AddressValues = typeof emptyAddress;

const EMPTY_TEXTS = {
  street: 'certification.street_empty',
  locality: 'certification.locality_empty',
  district: 'certification.district_empty',
  pin: 'certification.pin_format',
  state: 'certification.choose_state',
} as const;

/** @returns for each invalid field a text that says how to fix it */
export function checkAddress(values: AddressValues, t: Translate): Problems<AddressValues> {
  const problems: Problems<AddressValues> = {};
  const result = addressFields.safeParse(values);

  for (const issue of result.success ? [] : result.error.issues) {
    const field = issue.path[0] as AddressField;
    problems[field] ??= describeAddressProblem(field, issue.message, t);
  }

  return problems;
}

export function describeAddressProblem(field: AddressField, problem: string, t: Translate): string {
  if (problem === 'long') return t('certification.too_long');
  if (problem === 'character') return t('certification.hidden_character');
  return t(EMPTY_TEXTS[field]);
}

/** Whether the state and the PIN code should be looked at again: both are known, and differ. */
export function isPinUnusual({ pin, state }: AddressValues): boolean {
  const isWhole = addressFields.shape.pin.safeParse(pin).success;
  return isWhole && isStateCode(state) && !isUsualPin(pin, state);
}

/** The state that a PIN code tells; undefined while it is not typed out, and where there are two. */
export function findOnlyState(pin: string): string | undefined {
  const states = addressFields.shape.pin.safeParse(pin).success ? listStatesByPin(pin) : [];
  return states.length === 1 ? states[0] : undefined;
}
