import { describe, expect, test } from 'vitest';
import { makeCertificateSealer } from '../../providers/papers/certificate-sealer.ts';
import { loadSandboxCertificate } from '../../sandbox/papers/certificate.ts';
import {
  sampleAccountStatement,
  sampleAddendum,
  sampleAgreement,
  sampleClosing,
  sampleKfs,
} from '../../testing/document-samples.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { folder, useSealer } from '../../testing/seal-facts.ts';
import { readSeal } from '../../testing/verify-seal.ts';
import { drawAccountStatement } from './draw-account-statement.ts';
import { drawAddendum } from './draw-addendum.ts';
import { drawAgreement } from './draw-agreement.ts';
import { drawClosing } from './draw-closing.ts';
import { drawKfs } from './draw-kfs.ts';
import { sealFile } from './seal-file.ts';

const sealing = useSealer();
const { facts, sealAgreement } = sealing;

describe('a sealed file', () => {
  test.each([
    ['key facts', () => drawKfs(sampleKfs('en'), facts())],
    ['agreement', () => drawAgreement(sampleAgreement('hi'), facts())],
    ['addendum', () => drawAddendum(sampleAddendum('th'), facts())],
    ['statement', () => drawAccountStatement(sampleAccountStatement('vi'), facts())],
    ['closing letter', () => drawClosing(sampleClosing('es'), facts())],
  ])('of the %s is signed whole, by the certificate that it names', async (_, draw) => {
    const seal = readSeal(await sealFile(await draw(), sealing.sealer));

    expect(seal).toMatchObject({
      isWhole: true,
      isIntact: true,
      namesCertificate: true,
      subFilter: 'ETSI.CAdES.detached',
    });
    expect(seal.certificate.subject).toContain('Noren sandbox');
  });

  test('signs its content type, its digest and its certificate, and no time', async () => {
    const { attributes } = readSeal(await sealAgreement());
    expect(attributes.toSorted()).toEqual([
      '1.2.840.113549.1.9.16.2.47',
      '1.2.840.113549.1.9.3',
      '1.2.840.113549.1.9.4',
    ]);
  });

  test('is broken by a change of any part of it', async () => {
    const sealed = await sealAgreement();
    const start = sealed.indexOf('/Contents <') + '/Contents <'.length;
    const places = [10, Math.floor(start / 2), start - 40, start + 120, sealed.length - 20];

    for (const place of places) {
      const changed = Buffer.from(sealed);
      changed[place] = changed[place] === 0x31 ? 0x32 : 0x31;
      expect(isIntact(changed), `byte ${place}`).toBe(false);
    }

    expect(isIntact(sealed)).toBe(true);
  });

  test('says who accepted what when and where, and is still a tagged document', async () => {
    const { text, roles, pages } = await readPdf(
      await sealFile(await drawAgreement(sampleAgreement('en'), facts()), sealing.sealer),
    );

    for (const words of [
      'Acceptance and seal',
      'Accepted on 24/11/2026, 11:31 IST',
      'Accepted on the device 6b1f0c1e-2f0e-4b7d-9a34-1c2d3e4f5a6b',
      'Accepted in the session 0199c1de-5a6b-7b7d-9a34-1c2d3e4f5a6b',
      'Sealed on 24/11/2026, 11:31 IST',
      'Name in the certificate Noren sandbox, no real lender',
    ])
      expect(text).toContain(words);

    expect(text).not.toContain('This is a sandbox');
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
    expect([...roles]).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'Table']));
  });
});

/** Whether the seal holds; a file that cannot even be read as signed does not. */
function isIntact(pdf: Buffer): boolean {
  try {
    const { isIntact: holds, isWhole } = readSeal(pdf);
    return holds && isWhole;
  } catch {
    return false;
  }
}

test('an unsealed drawing of the same facts has no signature', async () => {
  const file = await drawAgreement(sampleAgreement('en'));
  expect(() => readSeal(file)).toThrow('no signature');
  await expect(sealFile(file, sealing.sealer)).rejects.toThrow('exactly one open signature');
});

test('a signature that is larger than its room is refused', async () => {
  const file = await drawClosing(sampleClosing('en'), facts());
  const talkative = {
    ...sealing.sealer,
    seal: async () => Buffer.alloc(sealing.sealer.mostBytes + 1),
  };
  await expect(sealFile(file, talkative)).rejects.toThrow('has no room');
});

test('a certificate that has ended seals nothing', async () => {
  const later = Date.UTC(2037, 0, 1);
  const ended = makeCertificateSealer(await loadSandboxCertificate(folder), () => later);
  const file = await drawClosing(sampleClosing('en'), facts());

  await expect(sealFile(file, ended)).rejects.toThrow('is valid until 2036-01-01');
});
