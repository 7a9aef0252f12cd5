import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileRefusal } from '../../platform/ports/identity-sources.ts';
import { packFile } from '../../sandbox/samples/sign-file.ts';
import { FileRefusalError } from './file-refusal.ts';
import { openShareZip, ZIP_LIMITS } from './share-zip.ts';

const CODE = '4821';
const TEXT = `<a>${'some text of a file '.repeat(20)}</a>`;
const packed = await packFile(TEXT, CODE);
const old = await packFile(TEXT, CODE, { cipher: 'old' });

const open = async (upload: Buffer, code = CODE, limits = ZIP_LIMITS): Promise<string> => {
  try {
    return (await openShareZip(upload, code, limits)).toString();
  } catch (error) {
    if (error instanceof FileRefusalError) return error.reason;
    throw error;
  }
};

/** A ZIP that nobody would be sent. */
async function pack(
  entries: readonly string[],
  options: { zip64?: boolean; password?: string } = { password: CODE },
): Promise<Buffer> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, ...options });
  for (const name of entries)
    await writer.add(
      name,
      name.endsWith('/') ? undefined : new Uint8ArrayReader(Buffer.from(TEXT)),
      {
        directory: name.endsWith('/'),
      },
    );

  return Buffer.from(await writer.close());
}

test('the one entry is opened with its code', async () => {
  expect(await open(packed)).toBe(TEXT);
  expect(await open(old)).toBe(TEXT);
});

test.each<[what: string, upload: () => Buffer | Promise<Buffer>, reason: FileRefusal]>([
  ['nothing', () => Buffer.alloc(0), 'empty'],
  ['10 MB', () => Buffer.concat([packed, Buffer.alloc(10_000_000)]), 'too_big'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n%âãÏÓ'), 'not_a_zip'],
  [
    'a web page named .zip',
    () => Buffer.from('<!DOCTYPE html><title>Sign in</title>'),
    'not_a_zip',
  ],
  ['a picture', () => Buffer.from('ffd8ffe000104a464946', 'hex'), 'not_a_zip'],
  ['an empty ZIP', () => pack([]), 'entry_count'],
  ['two entries', () => pack(['a.xml', 'b.xml']), 'entry_count'],
  ['a folder', () => pack(['a/']), 'entry_count'],
  ['an entry that anybody can read', () => pack(['a.xml'], {}), 'not_encrypted'],
  ['a ZIP64', () => pack(['a.xml'], { zip64: true, password: CODE }), 'zip64'],
  ['a megabyte of zeros', () => packFile(Buffer.alloc(1_000_000), CODE), 'unpacked_too_big'],
  ['250 kB of zeros in few bytes', () => packFile(Buffer.alloc(250_000), CODE), 'unpacked_too_big'],
  ['the start of a ZIP alone', () => packed.subarray(0, 100), 'zip_damaged'],
])('%s is refused as %s', async (_what, upload, reason) => {
  expect(await open(await upload())).toBe(reason);
});

test.each(['aes', 'old'] as const)(
  'a bomb that claims to be small is not unpacked (%s)',
  async (cipher) => {
    const bomb = await packFile(Buffer.alloc(1_000_000), CODE, { cipher });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(1_000_000);
    let claims = 0;
    for (let at = bomb.indexOf(size); at >= 0; at = bomb.indexOf(size)) {
      bomb.writeUInt32LE(900, at);
      claims += 1;
    }

    expect(claims).toBeGreaterThan(0);
    expect(await open(bomb)).toMatch(/^(wrong_share_code|zip_damaged|unpacked_too_big)$/);
  },
);

test('a file that takes too long is given up', async () => {
  expect(await open(packed, CODE, { ...ZIP_LIMITS, milliseconds: 0 })).toBe('took_too_long');
});

test('no other code opens it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(packed, old),
      fc.string({ unit: fc.constantFrom(...'0123456789aB@'), minLength: 4, maxLength: 4 }),
      async (upload, code) => {
        fc.pre(code !== CODE);
        expect(await open(upload, code)).toBe('wrong_share_code');
      },
    ),
    { numRuns: 600 },
  );
});

test('a cut or changed ZIP gives its text or a reason', async () => {
  const reasons =
    /^(zip_damaged|wrong_share_code|not_a_zip|entry_count|not_encrypted|zip64|unpacked_too_big|empty)$/;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(packed, old),
      fc.nat(packed.length - 1),
      fc.integer({ min: 0, max: 7 }),
      fc.boolean(),
      async (upload, at, bit, isCut) => {
        const changed = Buffer.from(isCut ? upload.subarray(0, at) : upload);
        if (!isCut && at < upload.length) changed[at] = changed[at]! ^ (1 << bit);

        const answer = await open(changed);
        if (answer !== TEXT) expect(answer).toMatch(reasons);
      },
    ),
    { numRuns: 500 },
  );
});
