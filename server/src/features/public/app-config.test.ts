import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultProducts } from '@noren/core/lending/terms';
import { businessDay } from '@noren/core/money/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAppConfig, readLenderFile, sandboxLender } from './app-config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noren-lender-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileWith(content: unknown): Promise<string> {
  const path = join(folder, 'lender.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('the landing page’s example is priced like a real loan', () => {
  const today = businessDay('2026-11-20');
  const config = makeAppConfig({ lender: sandboxLender, products: defaultProducts, isSandbox: true, today });
  expect(config.maxLoanPaise).toBe(8_000_000);
  expect(config.tenorDays).toEqual({ least: 7, most: 30 });
  expect(config.interestPpmPerDayFrom).toBe(800);
  expect(config.example).toEqual({
    productCode: 'N30',
    principalPaise: 1_000_000,
    tenorDays: 30,
    feePaise: 25_000,
    gstPaise: 4_500,
    interestPaise: 24_000,
    netPaise: 970_500,
    totalPaise: 1_024_000,
    aprHundredths: 6707,
  });
});

describe('the lender file', () => {
  test('is read', async () => {
    expect(await readLenderFile(await fileWith(sandboxLender))).toEqual(sandboxLender);
  });

  test.each([
    ['that is missing', null, 'it cannot be read'],
    ['that is not JSON', '{', 'it cannot be read'],
    [
      'without a registration number',
      { ...sandboxLender, lender: { ...sandboxLender.lender, registrationNo: 1 } },
      'lender.registrationNo',
    ],
  ])('%s fails the start with a one-line error', async (_, content, says) => {
    const path = content === null ? join(folder, 'none.json') : await fileWith(content);
    await expect(readLenderFile(path)).rejects.toThrow(`NOREN_LENDER_FILE is not usable: ${says}`);
  });
});
