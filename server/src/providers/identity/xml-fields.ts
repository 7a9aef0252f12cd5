import type { SourceFields } from '../../platform/ports/identity-sources.ts';
import { FileRefusalError } from './file-refusal.ts';
import {
  cleanField,
  joinSpaces,
  MAX_FIELD_LENGTH,
  readBirth,
  readGender,
} from './signed-fields.ts';
import type { XmlElement } from './strict-xml.ts';
import { findChild } from './xml-signature.ts';

/** Attributes that the issuer's documents name differently. */
interface AddressNames {
  readonly careOf: string;
  readonly landmark: string;
}

/**
 * What the `UidData` of a document says of its holder.
 * @throws FileRefusalError
 */
export function readXmlFields(data: XmlElement, names: AddressNames): SourceFields {
  const person = findChild(data, 'Poi').attributes;
  const place = findChild(data, 'Poa').attributes;
  const line = (name: string): string => cleanField(place.get(name) ?? '');

  const name = joinSpaces(person.get('name') ?? '');
  if (name === '') throw new FileRefusalError('no_name');
  if (name.length > MAX_FIELD_LENGTH || /\p{Cc}/u.test(name))
    throw new FileRefusalError('odd_characters');

  const birth = readBirth(cleanField(person.get('dob') ?? ''));
  if (birth === null) throw new FileRefusalError('wrong_birth_day');

  return {
    name,
    birth,
    gender: readGender(cleanField(person.get('gender') ?? '')),
    careOf: line(names.careOf),
    house: line('house'),
    street: line('street'),
    landmark: line(names.landmark),
    location: line('loc'),
    town: line('vtc'),
    postOffice: line('po'),
    subDistrict: line('subdist'),
    district: line('dist'),
    state: line('state'),
    pin: line('pc'),
  };
}

/** Each document holds one: without it nobody could see whose face it is. */
export function readXmlPhoto(data: XmlElement): Buffer {
  const photo = Buffer.from(findChild(data, 'Pht').text, 'base64');
  if (photo.length === 0) throw new FileRefusalError('no_photo');

  return photo;
}
