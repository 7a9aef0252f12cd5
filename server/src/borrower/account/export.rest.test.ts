import { CALLS } from '@noren/contract/index';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import { expect, test } from 'vitest';
import { fetchCopy, fetchCopyBytes, listCopies, requestCopy } from '../../testing/data-copies.ts';
import { runJobs } from '../../testing/loans.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';

const app = await useApp();

test.each(LANGUAGE_CODES)(
  'the PDF copy is in the language of the request: %s',
  async (language) => {
    const who = await aSignedInUser(app, { language });
    const { exportId } = await requestCopy(who);

    await runJobs(app);

    const { text } = await readPdf(await fetchCopyBytes(who, exportId, 'pdf'));
    expect(text).toContain('person@mail.example');
    expect(text).not.toMatch(/docs\.data|dict\./);
  },
);

test('twenty concurrent requests make one copy', async () => {
  const who = await aSignedInUser(app);
  const limited = await Promise.all(
    Array.from({ length: 20 }, () => who.client.send(CALLS.requestExport, { body: {} })),
  );

  expect(new Set(limited.map(({ code }) => code))).toEqual(new Set([200, 429]));
  expect(await listCopies(who)).toHaveLength(1);
});

test('fetching copies and requesting erasure are rate-limited', async () => {
  const who = await aSignedInUser(app);

  const codes = async (send: () => Promise<{ code: number }>) => {
    const seen: number[] = [];
    for (let tries = 0; tries < 31; tries++) seen.push((await send()).code);
    return [seen.slice(0, 30).every((code) => code !== 429), seen[30]];
  };

  expect(await codes(() => fetchCopy(who, who.userId, 'json'))).toEqual([true, 429]);
  expect(await codes(() => who.client.send(CALLS.requestErasure, { body: {} }))).toEqual([
    true,
    429,
  ]);
});
