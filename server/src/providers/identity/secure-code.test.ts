import { generateKeyPairSync } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CodeRefusal } from '../../platform/ports/identity-sources.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import {
  layOutCode,
  makeSampleIssuer,
  packCode,
  signCode,
} from '../../sandbox/samples/sign-code.ts';
import { makeIdentitySources } from './identity-sources.ts';

const makeIssuer = () =>
  makeSampleIssuer(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
const issuer = makeIssuer();
const former = makeIssuer();
const stranger = makeIssuer();

const person = samplePerson(7);
/** Like a JPEG 2000 file, whose marks are all separators. */
const PHOTO = Buffer.from('ff4fff51002f000000ff64ff52ffd9', 'hex');
const sources = makeIdentitySources([
  { ...former.key, validFrom: Date.UTC(2019, 0, 1), validTo: Date.UTC(2023, 0, 1) },
  { ...issuer.key, validFrom: Date.UTC(2023, 0, 1), validTo: Date.UTC(2026, 0, 1) },
]);

const VERSIONS = ['V1', 'V2', 'V3', 'V5'] as const;

describe.each(VERSIONS)('a genuine code of %s', (version) => {
  const payload = layOutCode(person, { version, photo: PHOTO });
  const reading = sources.readCode(signCode(payload, issuer));

  test('says who holds the card, with the photo whole', () => {
    expect(reading).toMatchObject({
      ok: true,
      identity: {
        kind: 'secure_qr',
        formatVersion: version,
        keyId: issuer.key.keyId,
        referenceLast4: person.aadhaar.slice(-4),
        issuedAt: Date.parse('2024-03-12T10:15:30.123+05:30'),
        fields: {
          name: person.name,
          birth: person.birthDay,
          gender: person.gender,
          pin: person.pin,
        },
        photo: PHOTO,
      },
    });
  });

  test('has a digest of each field, which another signature makes another', () => {
    const again = sources.readCode(
      signCode(layOutCode(person, { version, issued: '20240312101530124' }), issuer),
    );
    if (!reading.ok || !again.ok) throw new Error('not read');

    const { digests, fields } = reading.identity;
    expect(Object.keys(digests)).toEqual(Object.keys(fields));
    for (const [name, digest] of Object.entries(digests))
      expect(again.identity.digests[name]).not.toBe(digest);
  });

  test('is refused once one bit of it is turned, wherever that is', () => {
    const signed = sign(payload);

    fc.assert(
      fc.property(fc.nat(payload.length * 8 - 1), (bit) => {
        const turned = Buffer.from(signed);
        turned[bit >> 3] = turned[bit >> 3]! ^ (1 << (bit & 7));
        expect(sources.readCode(packCode(turned))).toEqual({ ok: false, reason: 'altered' });
      }),
    );
  });

  test('is refused once one bit of each field is turned', () => {
    const signed = sign(payload);
    const ends = [...payload.keys()].filter((at) => payload[at] === 255);
    expect(ends.length).toBeGreaterThan(15);

    for (const end of ends) {
      const turned = Buffer.from(signed);
      turned[end - 1] = turned[end - 1]! ^ 1;
      expect(sources.readCode(packCode(turned))).toEqual({ ok: false, reason: 'altered' });
    }
  });
});

/** The signed bytes, before they are packed. */
function sign(payload: Buffer): Buffer {
  const digits = signCode(payload, issuer);
  const hex = BigInt(digits).toString(16);
  return gunzipSync(Buffer.from(hex, 'hex'));
}

const genuine = layOutCode(person, { photo: PHOTO });
const digits = signCode(genuine, issuer);
const withField = (from: string, to: string): string => {
  const text = genuine.toString('latin1');
  expect(text).toContain(from);
  return signCode(Buffer.from(text.replace(from, to), 'latin1'), issuer);
};

test.each<[title: string, code: () => string, reason: CodeRefusal]>([
  ['nothing', () => '', 'not_digits'],
  ['letters', () => `${digits.slice(0, 50)}x${digits.slice(51)}`, 'not_digits'],
  ['digits of another script', () => '१२३४५६७८९०'.repeat(300), 'not_digits'],
  ['100,000 digits', () => '7'.repeat(100_000), 'too_long'],
  ['any number', () => '1234567890'.repeat(300), 'not_packed'],
  ['a code cut in half', () => cutBytes(digits), 'truncated'],
  ['a signature alone', () => packCode(Buffer.alloc(256, 7)), 'truncated'],
  ['a megabyte of zeros, packed', () => packZeros(1_000_000), 'too_big'],
  ['10 MB of zeros, packed', () => packZeros(10_000_000), 'too_long'],
  ['bytes that nobody signed', () => packCode(Buffer.alloc(900, 7)), 'unknown_key'],
  ['a stranger’s signature', () => signCode(genuine, stranger), 'unknown_key'],
  [
    'another person’s name under the signature',
    () => packCode(Buffer.concat([layOutCode(samplePerson(8)), sign(genuine).subarray(-256)])),
    'altered',
  ],
  ['a version of the future', () => withField('V2', 'V9'), 'unknown_version'],
  ['a version with more digits', () => withField('V2', 'V22'), 'unknown_version'],
  [
    'too few fields',
    () => signCode(Buffer.from('V2\u00ff3\u00ff1234', 'latin1'), issuer),
    'field_count',
  ],
  ['no name', () => withField(`\u00ff${person.name}\u00ff`, '\u00ff\u00ff'), 'field_count'],
  ['a bell in the name', () => withField(person.name, `${person.name}\u0007`), 'odd_characters'],
  ['a name without end', () => withField(person.name, 'A'.repeat(300)), 'odd_characters'],
  ['a reference of letters', () => withField('20240312', 'twenty24'), 'wrong_reference'],
  ['a 31st of February', () => withField('20240312', '20240231'), 'wrong_reference'],
  ['a birth day in words', () => withField(printBirth(), 'in spring'), 'wrong_birth_day'],
  ['a birth day that is none', () => withField(printBirth(), '30-02-1990'), 'wrong_birth_day'],
  [
    'a key from before it was in use',
    () => signCode(layOutCode(person, { issued: '20221231235959999' }), issuer),
    'key_not_valid',
  ],
  ['a key from after its end', () => signCode(genuine, former), 'key_not_valid'],
])('%s is refused with a reason of its own', (_title, code, reason) => {
  expect(sources.readCode(code())).toEqual({ ok: false, reason });
});

test('a card of 2020 is read with the key of 2020', () => {
  const old = signCode(layOutCode(person, { version: 'V1', issued: '20200201000000000' }), former);
  expect(sources.readCode(old)).toMatchObject({
    ok: true,
    identity: { keyId: former.key.keyId, issuedAt: Date.parse('2020-02-01T00:00:00+05:30') },
  });
});

test('a card that knows the year of birth alone says no more', () => {
  expect(sources.readCode(withField(printBirth(), '1984'))).toMatchObject({
    ok: true,
    identity: { fields: { birth: '1984' } },
  });
});

test('a genuine card with odd bytes in its address is read without them', () => {
  const town = person.address.split(', ')[4]!;
  const odd = withField(
    `\u00ff${town}\u00ff`,
    `\u00ff${town}\u0085\u0092  ${'x'.repeat(300)}\u00ff`,
  );
  const reading = sources.readCode(odd);

  const rest = 'x'.repeat(200 - town.length - 4);
  expect(reading).toMatchObject({
    ok: true,
    identity: { fields: { name: person.name, district: `${town} ${rest}` } },
  });
});

test('a card without a photo has none', () => {
  expect(sources.readCode(signCode(layOutCode(person), issuer))).toMatchObject({
    ok: true,
    identity: { photo: null },
  });
});

test('without a key nothing is believed', () => {
  expect(makeIdentitySources([]).readCode(digits)).toEqual({ ok: false, reason: 'unknown_key' });
});

test('no digits make it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 7_200 }), (text) => {
      expect(sources.readCode(text).ok).toBe(false);
    }),
  );
});

const printBirth = (): string => person.birthDay.split('-').reverse().join('-');

function cutBytes(code: string): string {
  const hex = BigInt(code).toString(16);
  return BigInt(`0x${hex.slice(0, Math.floor(hex.length / 4) * 2)}`).toString();
}

const packZeros = (bytes: number): string => packCode(Buffer.alloc(bytes));
