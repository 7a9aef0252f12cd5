import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { FileRefusal } from '../../platform/ports/identity-sources.ts';
import { layOutEAadhaar, signEAadhaar } from '../../sandbox/samples/e-aadhaar.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { readEAadhaar } from './e-aadhaar.ts';

const NOW = Date.parse('2026-03-10T12:00:00+05:30');
const DAY = 86_400_000;
const person = samplePerson(4);
const { key } = testIssuer();
const photo = Buffer.from('a photo');

const layOut = (change = (xml: string) => xml, issuedAt = NOW - DAY): string =>
  change(layOutEAadhaar({ person, issuedAt, photo }));
const read = (xml: string, keys = [key], now = NOW) => readEAadhaar(Buffer.from(xml), keys, now);

test('says what the document says, and by which key it was signed', async () => {
  const reading = await read(signEAadhaar(layOut(), testIssuer()));
  expect(reading).toMatchObject({
    ok: true,
    identity: {
      kind: 'digilocker',
      formatVersion: 'XML',
      keyId: key.keyId,
      referenceLast4: person.aadhaar.slice(-4),
      issuedAt: NOW - DAY,
      photo,
      fields: {
        name: person.name,
        birth: person.birthDay,
        gender: person.gender,
        careOf: person.address.split(', ')[0],
        pin: person.pin,
      },
    },
  });
});

test('is read as published: with line ends, and certificates that prove nothing', async () => {
  const certificates =
    '<X509SubjectName>CN=DS</X509SubjectName><X509Certificate>AA==</X509Certificate>';
  const keyInfo = `<KeyInfo><X509Data>${certificates.repeat(4)}</X509Data></KeyInfo>`;
  const spaced = layOut((xml) => xml.replaceAll('><', '>\n    <'));
  expect(await read(signEAadhaar(spaced, testIssuer(), { keyInfo }))).toMatchObject({ ok: true });
});

describe('is refused', () => {
  const signed = signEAadhaar(layOut(), testIssuer());
  const resigned = (from: string | RegExp, to: string) =>
    signEAadhaar(
      layOut((xml) => xml.replace(from, to)),
      testIssuer(),
    );
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

  test.each<[title: string, xml: string, reason: FileRefusal]>([
    ['with another name', signed.replace(/ name="../, ' name="Xx'), 'altered'],
    ['signed by somebody else', signEAadhaar(layOut(), stranger), 'unknown_key'],
    ['without a signature', layOut(), 'no_signature'],
    [
      'in another canonical form',
      signed.replace('xml-exc-c14n#', 'xml-exc-c14n#x'),
      'other_algorithm',
    ],
    [
      'with an offline file in it',
      signed.replaceAll('Certificate>', 'OfflinePaperlessKyc>'),
      'wrong_root',
    ],
    ['with a document around it', `<Certificate>${signed.slice(38)}</Certificate>`, 'wrong_root'],
    ['with an entity', signed.replace('?>', '?><!DOCTYPE a>'), 'doctype'],
    ['that says no', resigned('ret="Y"', 'ret="N"'), 'wrong_reference'],
    ['with a whole number', resigned('uid="xxxxxxxx', 'uid="23456789'), 'wrong_reference'],
    ['without a time', resigned(/ ts="[^"]+"/, ' ts=""'), 'wrong_reference'],
    ['without a photo', resigned(/<Pht>.*<\/Pht>/, '<Pht></Pht>'), 'no_photo'],
    ['without a name', resigned(/(<Poi[^>]*) name="[^"]+"/, '$1 name=""'), 'no_name'],
    ['that is no XML', 'not found', 'not_xml'],
    ['that is empty', '', 'not_xml'],
  ])('one %s', async (_, xml, reason) => {
    expect(await read(xml)).toEqual({ ok: false, reason });
  });

  test.each<[title: string, issuedAt: number, reason: FileRefusal]>([
    ['from the future', NOW + DAY, 'from_the_future'],
    ['that has ended', NOW - 366 * DAY, 'too_old'],
  ])('one %s', async (_, issuedAt, reason) => {
    const xml = signEAadhaar(layOut(undefined, issuedAt), testIssuer());
    expect(await read(xml)).toEqual({ ok: false, reason });
  });

  test('one whose key began later, or had ended before', async () => {
    const reason = 'key_not_valid';
    expect(await read(signed, [{ ...key, validFrom: NOW + 1 }])).toEqual({ ok: false, reason });
    const ended = { ...key, validTo: NOW - 2 * DAY };
    expect(await read(signed, [ended])).toEqual({ ok: false, reason });
    // Changed after the issuer answered: DigiLocker may have signed with either.
    const changed = { ...key, validTo: NOW - DAY / 2 };
    expect(await read(signed, [changed])).toMatchObject({ ok: true });
  });
});
