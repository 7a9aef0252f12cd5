import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileRefusal } from '../../platform/ports/identity-sources.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { makeSampleIssuer } from '../../sandbox/samples/sign-code.ts';
import {
  type FileRequest,
  layOutFile,
  packFile,
  type SignatureOptions,
  signFile,
} from '../../sandbox/samples/sign-file.ts';
import { makeIdentitySources } from './identity-sources.ts';

const makeIssuer = () =>
  makeSampleIssuer(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
const issuer = makeIssuer();
const former = makeIssuer();
const stranger = makeIssuer();

const NOW = Date.UTC(2026, 10, 20, 6);
const DAY = 86_400_000;
const HOUR = 3_600_000;
const sources = makeIdentitySources([
  { ...former.key, validFrom: Date.UTC(2019, 0, 1), validTo: NOW - DAY },
  { ...issuer.key, validFrom: Date.UTC(2023, 0, 1), validTo: NOW + DAY },
]);

const MOBILE = '9812345678';
const CODE = '4821';
const person = samplePerson(7);
const request: FileRequest = {
  person,
  mobile: MOBILE,
  shareCode: CODE,
  issuedAt: NOW - HOUR,
  photo: Buffer.from('ffd8ffe000104a464946', 'hex'),
};
const document = layOutFile(request);
const signed = signFile(document, issuer);
const genuine = await packFile(signed, CODE);

const read = (upload: Buffer, more: { shareCode?: string; mobile?: string; now?: number } = {}) =>
  sources.readFile(upload, { shareCode: CODE, mobile: MOBILE, now: NOW, ...more });
const readXml = async (xml: string | Uint8Array) => read(await packFile(xml, CODE));

/** The signed document with a part of it changed afterwards. */
const change = (from: string | RegExp, to: string): string => {
  expect(signed).toMatch(from);
  return signed.replace(from, to);
};
/** A document with a part of it changed before the issuer signed it. */
const issue = (from: string | RegExp, to: string, options?: SignatureOptions): string => {
  expect(document).toMatch(from);
  return signFile(document.replace(from, to), issuer, options);
};

describe('a genuine file', () => {
  test('says who its holder is', async () => {
    const [careOf, house, street, location, town, state] = person.address.split(', ');
    expect(await read(genuine)).toEqual({
      ok: true,
      identity: {
        kind: 'offline_file',
        formatVersion: 'XML',
        keyId: issuer.key.keyId,
        referenceLast4: person.aadhaar.slice(-4),
        issuedAt: NOW - HOUR,
        fields: {
          name: person.name,
          birth: person.birthDay,
          gender: person.gender,
          careOf,
          house,
          street,
          landmark: '',
          location,
          town,
          postOffice: location,
          subDistrict: town,
          district: town,
          state,
          pin: person.pin,
        },
        digests: expect.objectContaining({ name: expect.any(String) }),
        photo: request.photo,
      },
    });
  });

  test.each<[what: string, upload: () => Promise<Buffer>]>([
    ['encrypted in the old way', () => packFile(signed, CODE, { cipher: 'old' })],
    ['with another extension inside', () => packFile(signed, CODE, { name: 'aadhaar.pdf' })],
    [
      'signed with SHA-256',
      () =>
        packFile(
          signFile(document, issuer, {
            method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
            hash: 'sha256',
          }),
          CODE,
        ),
    ],
    [
      'with a certificate inside, which nobody looks at',
      () => packFile(signFile(document, issuer, { keyInfo: certificate('abcd') }), CODE),
    ],
    ['with a mark of its byte order', () => packFile(`\ufeff${signed}`, CODE)],
    [
      'whose signature has line breaks of another system',
      () => packFile(change(/(<SignatureValue>.{76})/, '$1&#13;\n'), CODE),
    ],
    [
      'of somebody whose name has marks in it',
      () => packFile(layOutAndSign({ person: { ...person, name: "D'Souza & राम" } }), CODE),
    ],
    [
      'with odd characters in its address',
      () => packFile(issue('street="', 'street="\u0085\u2028\u0092 '), CODE),
    ],
    ['of somebody who knows the year of birth alone', () => packFile(issue(dob(), '1984'), CODE)],
  ])('%s is read', async (_what, upload) => {
    expect(await read(await upload())).toMatchObject({ ok: true });
  });

  test('is read to its third day and not after it', async () => {
    expect(await read(genuine, { now: NOW - HOUR + 3 * DAY })).toMatchObject({
      ok: true,
    });
    expect(await read(genuine, { now: NOW - HOUR + 3 * DAY + 1 })).toEqual({
      ok: false,
      reason: 'too_old',
    });
  });
});

const dob = (): string => person.birthDay.split('-').reverse().join('-');
const certificate = (text: string): string =>
  `<KeyInfo><X509Data><X509Certificate>${text}</X509Certificate></X509Data></KeyInfo>`;
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

test.each<[title: string, xml: () => string | Uint8Array, reason: FileRefusal]>([
  ['nothing inside', () => '', 'not_xml'],
  ['another ZIP inside', () => genuine, 'not_xml'],
  ['a PDF inside', () => '%PDF-1.7', 'not_xml'],
  ['a web page inside', () => '<!DOCTYPE html><p>Sign in</p>', 'doctype'],
  ['text in UTF-16', () => utf16(signed), 'other_charset'],
  [
    'text that says it is Latin-1',
    () => change('encoding="UTF-8"', 'encoding="ISO-8859-1"'),
    'other_charset',
  ],
  [
    'bytes that are no UTF-8',
    () => Buffer.from(change(person.name, 'Jos\u00e9'), 'latin1'),
    'other_charset',
  ],
  ['a document type', () => change('?>', '?><!DOCTYPE a>'), 'doctype'],
  [
    'a billion laughs',
    () => change('?>', '?><!DOCTYPE a [<!ENTITY l "ha"><!ENTITY m "&l;&l;">]>'),
    'doctype',
  ],
  ['a file of the server', () => change(person.name, '&passwd;'), 'entity'],
  ['a character that is none', () => change(person.name, 'A&#0;'), 'entity'],
  ['a comment in the name', () => change('<UidData>', '<UidData><!-- x -->'), 'comment'],
  [
    'a comment inside the digest',
    () => change('<DigestValue>', '<DigestValue><!--x-->'),
    'comment',
  ],
  ['an instruction', () => change('<UidData>', '<UidData><?x y?>'), 'malformed'],
  ['raw text', () => change('<UidData>', '<UidData><![CDATA[x]]>'), 'malformed'],
  ['the same attribute twice', () => change('<Poi', '<Poi name="A"'), 'malformed'],
  ['a tag that is not closed', () => change('</UidData>', ''), 'malformed'],
  ['text behind its end', () => `${signed}and more`, 'malformed'],
  ['a second document behind it', () => `${signed}<a/>`, 'malformed'],
  ['half of it', () => signed.slice(0, signed.length / 2), 'malformed'],
  [
    'a hundred elements',
    () => change('<UidData>', `<UidData>${'<a/>'.repeat(100)}`),
    'too_many_elements',
  ],
  ['elements without end', () => '<a>'.repeat(100), 'too_many_elements'],
  ['another root', () => '<UidData/>', 'wrong_root'],
  ['the genuine document inside another', () => `<Evil>${bare()}</Evil>`, 'wrong_root'],
  [
    'a forged document around the genuine one',
    () => change('<UidData>', `<UidData>${bare()}</UidData><UidData>`),
    'wrong_root',
  ],
  ['a moved Id', () => change('<UidData>', '<UidData Id="x">'), 'moved_id'],
  ['an Id of XML', () => change('<UidData>', '<UidData xml:id="x">'), 'moved_id'],
  ['no signature', () => document, 'no_signature'],
  [
    'a second signature',
    () => change('</OfflinePaperlessKyc>', `${signature()}</OfflinePaperlessKyc>`),
    'several_signatures',
  ],
  [
    'a second signed part',
    () =>
      change(
        '</SignedInfo>',
        `</SignedInfo>${signature().match(/<SignedInfo>.*<\/SignedInfo>/)?.[0]}`,
      ),
    'several_signed_infos',
  ],
  [
    'a second reference',
    () =>
      change('</Reference>', `</Reference>${signature().match(/<Reference.*<\/Reference>/)?.[0]}`),
    'several_references',
  ],
  ['a reference to a part', () => change('URI=""', 'URI="#x"'), 'other_reference'],
  [
    'a reference to another page',
    () => change('URI=""', 'URI="https://evil.example"'),
    'other_reference',
  ],
  ['no reference named', () => change(' URI=""', ''), 'other_reference'],
  [
    'a transform by XPath',
    () =>
      change(
        '#enveloped-signature"/>',
        '#enveloped-signature"/><Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>',
      ),
    'other_transform',
  ],
  [
    'another transform alone',
    () =>
      change(
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/2000/09/xmldsig#base64',
      ),
    'other_transform',
  ],
  [
    'a canonical form with comments',
    () => change('REC-xml-c14n-20010315"', 'REC-xml-c14n-20010315#WithComments"'),
    'other_algorithm',
  ],
  ['a signature by a shared secret', () => change('#rsa-sha1', '#hmac-sha1'), 'other_algorithm'],
  [
    'a digest by SHA-1',
    () =>
      change('http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2000/09/xmldsig#sha1'),
    'other_algorithm',
  ],
  ['a name space', () => change('<UidData>', '<UidData xmlns="urn:x">'), 'other_shape'],
  ['a prefix', () => change('<UidData>', '<UidData xmlns:x="urn:x">'), 'other_shape'],
  [
    'the signature at another place',
    () => `${document.replace('</UidData>', `${signature()}</UidData>`)}`,
    'other_shape',
  ],
  ['a stranger’s signature', () => signFile(document, stranger), 'unknown_key'],
  [
    'a stranger’s signature with the stranger’s certificate',
    () => signFile(document, stranger, { keyInfo: certificate('MIIB') }),
    'unknown_key',
  ],
  [
    'another signature value',
    () => change(/<SignatureValue>.{8}/, '<SignatureValue>AAAAAAAA'),
    'unknown_key',
  ],
  [
    'a signature that is written in another way',
    () => change('==</SignatureValue>', '=?</SignatureValue>'),
    'other_shape',
  ],
  ['another person’s name', () => change(person.name, samplePerson(8).name), 'altered'],
  ['another digest', () => change(/<DigestValue>./, '<DigestValue>+'), 'altered'],
  [
    'the signature of another file of the issuer',
    () => document.replace('</OfflinePaperlessKyc>', `${other()}</OfflinePaperlessKyc>`),
    'altered',
  ],
  ['a key from after its end', () => signFile(document, former), 'key_not_valid'],
  ['a reference of letters', () => issue('20261120', 'twenty26'), 'wrong_reference'],
  ['no reference', () => issue(/ referenceId="\d+"/, ''), 'wrong_reference'],
  ['a time of tomorrow', () => layOutAndSign({ issuedAt: NOW + DAY }), 'from_the_future'],
  ['a time of last week', () => layOutAndSign({ issuedAt: NOW - 7 * DAY }), 'too_old'],
  ['no name', () => issue(` name="${person.name}"`, ''), 'no_name'],
  ['a bell in the name', () => issue(person.name, `${person.name}\u0085`), 'odd_characters'],
  ['a name without end', () => issue(person.name, 'A'.repeat(300)), 'odd_characters'],
  ['a birth day in words', () => issue(dob(), 'in spring'), 'wrong_birth_day'],
  ['no photo', () => issue(/<Pht>.*<\/Pht>/, '<Pht></Pht>'), 'no_photo'],
  ['no mobile', () => issue(/ m="[^"]+"/, ' m=""'), 'no_mobile'],
  ['another person’s mobile', () => layOutAndSign({ mobile: '9812345679' }), 'other_mobile'],
  ['a mobile hashed with another code', () => layOutAndSign({ shareCode: '1111' }), 'other_mobile'],
])('a file with %s is refused with a reason of its own', async (_title, xml, reason) => {
  expect(await readXml(xml())).toEqual({ ok: false, reason });
});

const bare = (): string => signed.replace(/^<\?.*?\?>/, '');
const signature = (): string => signed.match(/<Signature .*<\/Signature>/)?.[0] ?? '';
const other = (): string =>
  layOutAndSign({ person: samplePerson(8) }).match(/<Signature .*<\/Signature>/)?.[0] ?? '';
const layOutAndSign = (more: Partial<FileRequest>): string =>
  signFile(layOutFile({ ...request, ...more }), issuer);

test('without a key nothing is believed', async () => {
  const none = makeIdentitySources([]);
  expect(await none.readFile(genuine, { shareCode: CODE, mobile: MOBILE, now: NOW })).toEqual({
    ok: false,
    reason: 'unknown_key',
  });
});

/** What a forger can change one bit of: each value of the document and of its signature. */
const VALUES = [...signed.matchAll(/(?<=[ >])(?:\w+="[^"]+"|[\w+/=]{20,}(?=<))/g)].filter(
  ({ index }) => index > signed.indexOf('?>'),
);

test('one bit changed in any field is refused', async () => {
  expect(VALUES.length).toBeGreaterThan(20);
  const bytes = Buffer.from(signed);
  const places = VALUES.map(({ index, 0: text }) => [
    index + text.indexOf('"') + 1,
    index + text.length - 1,
  ]);

  await fc.assert(
    fc.asyncProperty(
      fc
        .constantFrom(...places)
        .chain(([from = 0, to = 0]) =>
          fc.tuple(fc.integer({ min: from, max: to - 1 }), fc.integer({ min: 0, max: 7 })),
        ),
      async ([at, bit]) => {
        const forged = Buffer.from(bytes);
        forged[at] = forged[at]! ^ (1 << bit);
        expect((await readXml(forged)).ok).toBe(false);
      },
    ),
    { numRuns: 400 },
  );
});
