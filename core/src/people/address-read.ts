import {
  ADDRESS_FIELDS,
  type Address,
  type AddressField,
  MAX_ADDRESS_FIELD_LENGTH,
} from './address.ts';
import { checkPinCode } from './identity-numbers.ts';
import { findRelation } from './ocr-labels.ts';
import { matchState } from './state-match.ts';

/** The parts of an address in a signed source; a part that it does not give is empty. */
export type SourceAddress = Readonly<
  Record<
    | 'house'
    | 'street'
    | 'landmark'
    | 'location'
    | 'town'
    | 'postOffice'
    | 'subDistrict'
    | 'district'
    | 'state'
    | 'pin',
    string
  >
>;

/**
 * Turns a source's address into the fields of the form; a field that it does not give is absent. A
 * village has no streets, so the first part that is given takes the place of one.
 */
export function readSourceAddress(source: SourceAddress): Partial<Address> {
  const { house, street, landmark, location, town, postOffice, subDistrict, district } = source;
  const home = listParts([house, street]);
  const around = listParts([landmark, location, town]).filter((part) => !home.includes(part));
  const first = home.length > 0 ? home : around.splice(0, around.length > 1 ? 1 : 0);
  const place = around.length > 0 ? around : listParts([postOffice || subDistrict]);

  return pickKnown({
    street: first.join(', '),
    locality: place.join(', '),
    district: district.trim(),
    state: matchState(source.state) ?? '',
    pin: readPin(source.pin),
  });
}

/** A relation's label without its stroke: "SO Ram", but not "Co-operative Colony". */
const bareRelation = /^[SDWC] ?O\b(?! ?-|\W*op)/i;
const isRelation = (part: string): boolean => findRelation(part) === 0 || bareRelation.test(part);

/**
 * Splits an address that was read from the picture of a card into the fields of the form. An Aadhaar
 * card has the parts of an address in a fixed order. If there are too few parts, only the fields
 * that are certain are filled in.
 */
export function readCardAddress(text: string, pin: string): Partial<Address> {
  const parts = listParts(text.split(',')).filter((part) => !isRelation(part));
  const state = matchState(parts.at(-1) ?? '');
  const rest = parts.slice(0, -1);
  if (state === null || rest.length < 3) return pickKnown({ state: state ?? '', pin });

  const district = rest.pop() ?? '';
  const isNumber = !/\p{L}{3}/u.test(rest[0] ?? '');
  const street = rest.splice(0, isNumber && rest.length > 2 ? 2 : 1);

  return pickKnown({ street: street.join(', '), locality: rest.join(', '), district, state, pin });
}

/** The parts that are not empty, each once. */
function listParts(texts: readonly string[]): string[] {
  const parts = texts.map((text) => text.trim()).filter((text) => text !== '');

  return parts.filter((part, at) => parts.findIndex((other) => isSame(other, part)) === at);
}

function readPin(text: string): string {
  const checked = checkPinCode(text);
  return checked.ok ? checked.value : '';
}

function pickKnown(address: Partial<Address>): Partial<Address> {
  return Object.fromEntries(
    Object.entries(address).filter(
      ([, text]) => text !== '' && text.length <= MAX_ADDRESS_FIELD_LENGTH,
    ),
  );
}

const isSame = (one: string, other: string): boolean =>
  one.toLowerCase().replace(/[\s,.-]+/g, ' ') === other.toLowerCase().replace(/[\s,.-]+/g, ' ');

/** The fields in which an address agrees with a source. */
export function listSourceFields(address: Address, source: Partial<Address>): AddressField[] {
  return ADDRESS_FIELDS.filter((field) => {
    const text = source[field];
    return text !== undefined && isSame(text, address[field]);
  });
}
