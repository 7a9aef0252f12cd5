import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { drawAadhaarFront } from '../../sandbox/samples/draw-documents.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { PICTURE_LIMIT_MS } from '../../testing/time-limits.ts';
import { makeKycProcess } from './engine-process.ts';

const engine = makeKycProcess({ jobMs: PICTURE_LIMIT_MS });
afterAll(() => engine.close());
const person = samplePerson(21);

/** The engine's child processes of this process. Linux only. */
function findChildren(): number[] {
  const tasks = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid.trim() !== '');
  return tasks
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engine-child'));
}

test('pictures are taken in, read and masked in the engine process; refusals are returned too', async () => {
  const taken = await engine.intake(await drawAadhaarFront(person));
  if (!taken.ok) throw new Error(taken.reason);

  const read = await engine.readDocument(taken.image.jpeg, 'aadhaarFront');
  expect(read.reading).toMatchObject({ outcome: 'read', fields: { aadhaar: person.aadhaar } });

  const masked = await engine.maskAadhaar(read);
  expect(masked).toMatchObject({ ok: true });
  expect(Buffer.isBuffer(read.upright)).toBe(true);
  expect(await engine.intake(Buffer.from('%PDF-1.7'))).toEqual({ ok: false, reason: 'pdf' });
});

test.skipIf(process.platform !== 'linux')(
  'the engine process reads neither the environment of the program nor a secret’s file, and starts no process',
  async () => {
    await engine.intake(Buffer.alloc(0));

    const [pid = 0] = findChildren();
    const flags = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .filter((argument) => argument.startsWith('--'));
    const folder = mkdtempSync(join(tmpdir(), 'noren-secret-'));
    const secret = join(folder, 'field_key');

    writeFileSync(secret, 'a secret');

    const attempt = `
      const { readFileSync } = await import('node:fs');
      const { spawnSync } = await import('node:child_process');
      const tries = [
        () => readFileSync('/proc/${process.pid}/environ'),
        () => readFileSync('${secret}'),
        () => spawnSync('cat', ['${secret}']),
        () => readFileSync('${fileURLToPath(new URL('../../../../package.json', import.meta.url))}').length > 0 && 'read',
      ];
      console.log(tries.map((run) => { try { return run(); } catch (error) { return error.code; } }).join());`;
    const { stdout } = spawnSync(
      process.execPath,
      [...flags, '--input-type=module', '-e', attempt],
      {
        encoding: 'utf8',
      },
    );

    rmSync(folder, { recursive: true });
    expect(stdout.trim()).toBe('ERR_ACCESS_DENIED,ERR_ACCESS_DENIED,ERR_ACCESS_DENIED,read');
  },
);

test('the engine process decodes no format that is not taken in', async () => {
  const picture = await drawAadhaarFront(person);
  for (const format of ['gif', 'tiff'] as const)
    await expect(
      engine.readDocument(await sharp(picture).toFormat(format).toBuffer(), 'panFront'),
    ).rejects.toThrow(/unsupported/);

  for (const format of ['png', 'webp'] as const)
    expect(await engine.intake(await sharp(picture).toFormat(format).toBuffer())).toMatchObject({
      ok: true,
    });
});

test('an error in the engine process is thrown here', async () => {
  await expect(engine.readDocument(Buffer.from('no picture'), 'panFront')).rejects.toThrow(
    /unsupported/,
  );
});

test.skipIf(process.platform !== 'linux')(
  'the engine process has lower priority; one that dies fails its work and is replaced',
  async () => {
    await engine.intake(Buffer.alloc(0));

    const [pid = 0] = findChildren();
    expect(getPriority(pid)).toBe(5);

    const picture = await drawAadhaarFront(person);
    const result = engine.readDocument(picture, 'aadhaarFront');

    process.kill(pid, 'SIGKILL');
    await expect(result).rejects.toMatchObject({ reason: 'crashed' });
    expect(await engine.intake(picture)).toMatchObject({ ok: true });
    expect(findChildren()).not.toContain(pid);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a signal to stop that reaches the engine process too does not cut the picture that it reads',
  async () => {
    const picture = await drawAadhaarFront(person);
    const own = makeKycProcess({ jobMs: PICTURE_LIMIT_MS });
    const before = findChildren();

    await own.intake(Buffer.alloc(0));

    const [pid = 0] = findChildren().filter((child) => !before.includes(child));
    const result = own.readDocument(picture, 'aadhaarFront');

    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(pid, signal);
    expect((await result).reading).toMatchObject({ outcome: 'read' });
    await own.close();
    expect(findChildren()).not.toContain(pid);
  },
);

test('a closed engine process refuses work, and one never used closes at once', async () => {
  const idle = makeKycProcess({ jobMs: PICTURE_LIMIT_MS });
  await idle.close();
  await expect(idle.intake(Buffer.alloc(0))).rejects.toMatchObject({ reason: 'closed' });
});

test('an idle engine process does not keep the program running', () => {
  const code = `
    import { makeKycProcess } from ${JSON.stringify(new URL('./engine-process.ts', import.meta.url).href)};
    const engine = makeKycProcess({ jobMs: ${PICTURE_LIMIT_MS} });
    await engine.intake(Buffer.alloc(0));
    await engine.close();
    process.stdout.write('closed');`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  expect(ended).toMatchObject({ status: 0, stdout: 'closed' });
});
