import { verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type {
  CodeReading,
  CodeRefusal,
  CodeVersion,
  IssuerKey,
  SignedCode,
  SourceFields,
} from '../../platform/ports/identity-sources.ts';
import {
  cleanField,
  digestFields,
  findValidKey,
  joinSpaces,
  MAX_FIELD_LENGTH,
  readBirth,
  readGender,
  readReference,
  wasSignedByAny,
} from './signed-fields.ts';

/** The digits that the largest QR code holds. */
const MAX_DIGITS = 7_089;
/** A code holds less than 3 kB, and a photo does not shrink much. */
const MAX_BYTES = 16_384;
const SIGNATURE_BYTES = 256;
const HASH_BYTES = 32;
const SEPARATOR = 255;

/** The fields in the order of the issuer's manual of 15 March 2019. */
const FIELDS = [
  'indicator',
  'reference',
  'name',
  'birth',
  'gender',
  'careOf',
  'district',
  'landmark',
  'house',
  'location',
  'pin',
  'postOffice',
  'state',
  'street',
  'subDistrict',
  'town',
] as const;

const LATER_FIELDS = ['version', ...FIELDS, 'mobileLast4'] as const;
const LATER_VERSIONS = ['V2', 'V3', 'V5'] as const;

type RawFields = Readonly<Record<(typeof FIELDS)[number], string>>;

class Refusal extends Error {
  readonly reason: CodeRefusal;
  constructor(reason: CodeRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Reads a code that one of these keys signed. */
export function readSecureCode(digits: string, keys: readonly IssuerKey[]): CodeReading {
  try {
    return { ok: true, identity: readSigned(unpack(digits), keys) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason };
    throw error;
  }
}

function unpack(digits: string): Buffer {
  if (digits.length > MAX_DIGITS) throw new Refusal('too_long');
  if (!/^[1-9][0-9]*$/.test(digits)) throw new Refusal('not_digits');

  const hex = BigInt(digits).toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');

  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new Refusal('too_big');
    throw new Refusal(code === 'Z_BUF_ERROR' ? 'truncated' : 'not_packed');
  }
}

// Nothing of a payload is looked at before its signature held.
function readSigned(bytes: Buffer, keys: readonly IssuerKey[]): SignedCode {
  if (bytes.length <= SIGNATURE_BYTES) throw new Refusal('truncated');
  const payload = bytes.subarray(0, -SIGNATURE_BYTES);
  const signature = bytes.subarray(-SIGNATURE_BYTES);
  const signers = findSigners(payload, signature, keys);

  const version = readVersion(payload);
  const { raw, rest } = splitFields(payload, version);
  const reference = readReference(raw.reference);
  if (!reference) throw new Refusal('wrong_reference');
  const { last4, issuedAt } = reference;

  // The card's own date counts: it is valid for life, a key is not.
  const key = findValidKey(signers, issuedAt);
  if (!key) throw new Refusal('key_not_valid');

  const fields = readFields(raw);

  return {
    kind: 'secure_qr',
    formatVersion: version,
    keyId: key.keyId,
    referenceLast4: last4,
    issuedAt,
    fields,
    digests: digestFields(fields, signature),
    photo: cutPhoto(rest, version, raw.indicator),
  };
}

function findSigners(
  payload: Buffer,
  signature: Buffer,
  keys: readonly IssuerKey[],
): readonly IssuerKey[] {
  const signers = keys.filter(({ publicKey }) => verify('sha256', payload, publicKey, signature));
  if (signers.length > 0) return signers;

  throw new Refusal(wasSignedByAny(signature, keys) ? 'altered' : 'unknown_key');
}

/** The first version has no mark: it begins with the indicator, one digit. */
function readVersion(payload: Buffer): CodeVersion {
  const end = payload.indexOf(SEPARATOR);
  const mark = payload.toString('latin1', 0, Math.max(0, end));
  if (/^[0-3]$/.test(mark)) return 'V1';

  const version = LATER_VERSIONS.find((known) => known === mark);
  if (!version) throw new Refusal('unknown_version');

  return version;
}

/** Splits as often as the version has fields: the photo behind them holds separators too. */
function splitFields(payload: Buffer, version: CodeVersion): { raw: RawFields; rest: Buffer } {
  const names = version === 'V1' ? FIELDS : LATER_FIELDS;
  const values: Record<string, string> = {};
  let from = 0;

  for (const name of names) {
    const end = payload.indexOf(SEPARATOR, from);
    if (end < 0) throw new Refusal('field_count');
    values[name] = payload.toString('latin1', from, end);
    from = end + 1;
  }

  return { raw: values as RawFields, rest: payload.subarray(from) };
}

function readFields(raw: RawFields): SourceFields {
  const name = joinSpaces(raw.name);
  if (name === '') throw new Refusal('field_count');
  if (name.length > MAX_FIELD_LENGTH || /\p{Cc}/u.test(name)) throw new Refusal('odd_characters');

  const text = (field: keyof RawFields): string => cleanField(raw[field]);
  const birth = readBirth(text('birth'));
  if (birth === null) throw new Refusal('wrong_birth_day');

  return {
    name,
    birth,
    gender: readGender(text('gender')),
    careOf: text('careOf'),
    house: text('house'),
    street: text('street'),
    landmark: text('landmark'),
    location: text('location'),
    town: text('town'),
    postOffice: text('postOffice'),
    subDistrict: text('subDistrict'),
    district: text('district'),
    state: text('state'),
    pin: text('pin'),
  };
}

/** In the first version one hash for each contact that the indicator names follows the photo. */
function cutPhoto(rest: Buffer, version: CodeVersion, indicator: string): Buffer | null {
  const hashes = version === 'V1' ? { 0: 0, 1: 1, 2: 1, 3: 2 }[Number(indicator)] : 0;
  const photo = rest.subarray(0, rest.length - (hashes ?? 0) * HASH_BYTES);
  return photo.length === 0 ? null : Buffer.from(photo);
}
