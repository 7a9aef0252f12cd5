import { constants, createHash, createHmac, publicDecrypt, verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { isBusinessDay } from '@noren/core/money/time';
import type {
  CodeReading,
  CodeRefusal,
  IdentitySources,
  IssuerKey,
  SignedIdentity,
  SourceFields,
} from '../../platform/ports/identity-sources.ts';

/** The digits that the largest QR code holds. */
const MAX_DIGITS = 7_089;
/** A code holds less than 3 kB, and a photo does not shrink much. */
const MAX_BYTES = 16_384;
const SIGNATURE_BYTES = 256;
const HASH_BYTES = 32;
const SEPARATOR = 255;
const MAX_LENGTH = 200;
const INDIA_AHEAD_MS = 19_800_000;

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

type Version = SignedIdentity['formatVersion'];
type RawFields = Readonly<Record<(typeof FIELDS)[number], string>>;

class Refusal extends Error {
  readonly reason: CodeRefusal;
  constructor(reason: CodeRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Reads codes that one of these keys signed: the issuer's present key, and those that signed the
 * cards issued before it.
 */
export function makeIdentitySources(keys: readonly IssuerKey[]): IdentitySources {
  return {
    readCode(digits): CodeReading {
      try {
        return { ok: true, identity: readSigned(unpack(digits), keys) };
      } catch (error) {
        if (error instanceof Refusal) return { ok: false, reason: error.reason };
        throw error;
      }
    },
  };
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
function readSigned(bytes: Buffer, keys: readonly IssuerKey[]): SignedIdentity {
  if (bytes.length <= SIGNATURE_BYTES) throw new Refusal('truncated');
  const payload = bytes.subarray(0, -SIGNATURE_BYTES);
  const signature = bytes.subarray(-SIGNATURE_BYTES);
  const signers = findSigners(payload, signature, keys);

  const version = readVersion(payload);
  const { raw, rest } = splitFields(payload, version);
  const { last4, issuedAt } = readReference(raw.reference);
  // The card's own date counts: it is valid for life, a key is not.
  const key = signers.find(
    ({ validFrom, validTo }) => validFrom <= issuedAt && issuedAt <= validTo,
  );
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

  // A signature that one of the keys opens was made for other content.
  const isOurs = keys.some(({ publicKey }) => {
    try {
      publicDecrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, signature);
      return true;
    } catch {
      return false;
    }
  });
  throw new Refusal(isOurs ? 'altered' : 'unknown_key');
}

/** The first version has no mark: it begins with the indicator, one digit. */
function readVersion(payload: Buffer): Version {
  const end = payload.indexOf(SEPARATOR);
  const mark = payload.toString('latin1', 0, Math.max(0, end));
  if (/^[0-3]$/.test(mark)) return 'V1';

  const version = LATER_VERSIONS.find((known) => known === mark);
  if (!version) throw new Refusal('unknown_version');

  return version;
}

/** Splits as often as the version has fields: the photo behind them holds separators too. */
function splitFields(payload: Buffer, version: Version): { raw: RawFields; rest: Buffer } {
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

/** Four digits of the number, then the time in India to the millisecond. */
function readReference(reference: string): { last4: string; issuedAt: number } {
  const parts = /^(\d{4})(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(reference);
  if (!parts) throw new Refusal('wrong_reference');

  const [, last4 = '', year, month, day, hour, minute, second, ms] = parts;
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
  const local = new Date(written);
  if (Number.isNaN(local.getTime()) || local.toISOString() !== written)
    throw new Refusal('wrong_reference');

  return { last4, issuedAt: local.getTime() - INDIA_AHEAD_MS };
}

const GENDERS: Readonly<Record<string, SourceFields['gender']>> = {
  M: 'male',
  F: 'female',
  T: 'other',
};

function readFields(raw: RawFields): SourceFields {
  const name = joinSpaces(raw.name);
  if (name === '') throw new Refusal('field_count');
  if (name.length > MAX_LENGTH || /\p{Cc}/u.test(name)) throw new Refusal('odd_characters');

  // The signature held: an odd byte elsewhere is the issuer's own, and is left out.
  const text = (field: keyof RawFields): string =>
    joinSpaces(raw[field].replace(/\p{Cc}/gu, ' ').slice(0, MAX_LENGTH));

  return {
    name,
    birth: readBirth(text('birth')),
    gender: GENDERS[text('gender')] ?? '',
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

const joinSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Printed with dashes or slashes, or the year alone. */
function readBirth(text: string): string {
  if (/^(19|20)\d\d$/.test(text)) return text;

  const [, day, month, year] = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(text) ?? [];
  const written = `${year}-${month}-${day}`;
  if (!isBusinessDay(written)) throw new Refusal('wrong_birth_day');

  return written;
}

/** The signature is not kept, so that nobody can try values until a digest agrees. */
function digestFields(fields: SourceFields, signature: Buffer): Record<string, string> {
  const key = createHash('sha256').update('noren:source-digest').update(signature).digest();
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      createHmac('sha256', key).update(`${name}\n${value}`).digest('base64url'),
    ]),
  );
}

/** In the first version one hash for each contact that the indicator names follows the photo. */
function cutPhoto(rest: Buffer, version: Version, indicator: string): Buffer | null {
  const hashes = version === 'V1' ? { 0: 0, 1: 1, 2: 1, 3: 2 }[Number(indicator)] : 0;
  const photo = rest.subarray(0, rest.length - (hashes ?? 0) * HASH_BYTES);
  return photo.length === 0 ? null : Buffer.from(photo);
}
