import type {
  FileHolder,
  FileReading,
  IssuerKey,
  SignedIdentity,
  SourceFields,
} from '../../platform/ports/identity-sources.ts';
import { FileRefusalError } from './file-refusal.ts';
import { isMobileHash } from './mobile-hash.ts';
import { openShareZip } from './share-zip.ts';
import {
  cleanField,
  digestFields,
  findValidKey,
  joinSpaces,
  MAX_FIELD_LENGTH,
  readBirth,
  readGender,
  readReference,
} from './signed-fields.ts';
import { decodeXml, readStrictXml, type XmlElement } from './strict-xml.ts';
import { findChild, verifyEnveloped } from './xml-signature.ts';

const ROOT = 'OfflinePaperlessKyc';
/** The issuer asks that no older file be taken. */
const MAX_AGE_MS = 3 * 86_400_000;
/** By how much the issuer's clock may be ahead of ours. @ASSUMED */
const MAX_AHEAD_MS = 5 * 60_000;

/** Reads the Aadhaar Paperless Offline e-KYC file of somebody with this phone. */
export async function readOfflineFile(
  upload: Buffer,
  holder: FileHolder,
  keys: readonly IssuerKey[],
): Promise<FileReading> {
  try {
    const bytes = await openShareZip(upload, holder.shareCode);
    return { ok: true, identity: await readDocument(decodeXml(bytes), holder, keys) };
  } catch (error) {
    if (error instanceof FileRefusalError) return { ok: false, reason: error.reason };
    throw error;
  }
}

async function readDocument(
  xml: string,
  holder: FileHolder,
  keys: readonly IssuerKey[],
): Promise<SignedIdentity> {
  const unproved = readStrictXml(xml);
  requireRoot(unproved);
  const { text, signature, signers } = await verifyEnveloped(xml, unproved, keys);

  // From here on only what the signature covers.
  const root = readStrictXml(text);
  requireRoot(root);
  const { last4, issuedAt } = requireReference(root, holder.now);
  const key = findValidKey(signers, issuedAt);
  if (!key) throw new FileRefusalError('key_not_valid');

  const data = findChild(root, 'UidData');
  requireMobile(findChild(data, 'Poi'), { ...holder, last4 });
  const fields = readFields(data);

  return {
    kind: 'offline_file',
    formatVersion: 'XML',
    keyId: key.keyId,
    referenceLast4: last4,
    issuedAt,
    fields,
    digests: digestFields(fields, signature),
    photo: readPhoto(data),
  };
}

/** A document around the signed one, or inside it, would be read in its place by somebody. */
function requireRoot(root: XmlElement): void {
  const names = (element: XmlElement): string[] => [
    element.name,
    ...element.children.flatMap(names),
  ];
  const isOne = names(root).filter((name) => name === ROOT).length === 1;
  if (root.name !== ROOT || !isOne) throw new FileRefusalError('wrong_root');
}

function requireReference(root: XmlElement, now: number): { last4: string; issuedAt: number } {
  const reference = readReference(root.attributes.get('referenceId') ?? '');
  if (!reference) throw new FileRefusalError('wrong_reference');

  const age = now - reference.issuedAt;
  if (age > MAX_AGE_MS) throw new FileRefusalError('too_old');
  if (age < -MAX_AHEAD_MS) throw new FileRefusalError('from_the_future');

  return reference;
}

/** Somebody with that phone asked for the file: the issuer sends a code to the number. */
function requireMobile(person: XmlElement, holder: FileHolder & { last4: string }): void {
  const hash = person.attributes.get('m') ?? '';
  if (!/^[0-9a-fA-F]{64}$/.test(hash)) throw new FileRefusalError('no_mobile');
  if (!isMobileHash(hash, holder)) throw new FileRefusalError('other_mobile');
}

function readFields(data: XmlElement): SourceFields {
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
    careOf: line('careof'),
    house: line('house'),
    street: line('street'),
    landmark: line('landmark'),
    location: line('loc'),
    town: line('vtc'),
    postOffice: line('po'),
    subDistrict: line('subdist'),
    district: line('dist'),
    state: line('state'),
    pin: line('pc'),
  };
}

/** Each file holds one: without it nobody could see whose face it is. */
function readPhoto(data: XmlElement): Buffer {
  const photo = Buffer.from(findChild(data, 'Pht').text, 'base64');
  if (photo.length === 0) throw new FileRefusalError('no_photo');

  return photo;
}
