import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleClosing } from '../../testing/document-samples.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { folder, useSealer } from '../../testing/seal-facts.ts';
import { readSeal } from '../../testing/verify-seal.ts';
import { drawClosing } from './draw-closing.ts';
import { sealFile } from './seal-file.ts';

const sealing = useSealer();
const { facts, sealAgreement } = sealing;

describe('a sealed file', () => {
  test('does not cover what is added behind it', async () => {
    const longer = Buffer.concat([await sealAgreement(), Buffer.from('\n%%EOF\n')]);
    expect(readSeal(longer).isWhole).toBe(false);
  });

  test('of a sandbox says that its seal proves nothing', async () => {
    const file = await drawClosing(sampleClosing('en'), facts({ isSandbox: true, accepted: null }));
    const { text } = await readPdf(await sealFile(file, sealing.sealer));

    expect(text).toContain('This is a sandbox. It made its certificate itself');
    expect(text).not.toContain('Accepted in the session');
    expect(text).not.toContain('valid without a signature');
  });

  test('names the document and the hash of what it was drawn from', async () => {
    const sealed = await sealAgreement();
    expect(sealed.toString('latin1')).toContain(
      `/Reason (N261124ABCDEFGHJK, SHA-256 ${'ab12'.repeat(16)})`,
    );
  });
});

const lacks = (program: string): boolean => spawnSync(program, ['-v']).error !== undefined;

test.skipIf(lacks('pdfsig'))('pdfsig, where it is installed, finds the seal valid', async () => {
  const path = join(folder, 'sealed.pdf');
  writeFileSync(path, await sealAgreement());

  const said = execFileSync('pdfsig', [path], { encoding: 'utf8' });
  expect(said).toContain('Signature is Valid');
  expect(said).toContain('Total document signed');
});
