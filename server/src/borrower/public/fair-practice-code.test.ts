import { CALLS } from '@noren/contract/index';
import { LANGUAGES, type Language } from '@noren/contract/languages';
import { expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';
import { successData } from '../../testing/users.ts';
import { CODE_PARTS, CODE_VERSIONS } from './fair-practice/words.ts';

const app = await useApp();

test.each(Object.keys(LANGUAGES) as Language[])(
  'the code is read without signing in, in %s',
  async (language) => {
    const client = app.client({ language });
    const { parts, version, versions } = successData(
      await client.send(CALLS.fairPracticeCode, { query: {} }),
    );

    expect(parts.map(({ id }) => id)).toEqual(CODE_PARTS);
    expect(version).toBe(CODE_VERSIONS[0]?.version);
    expect(versions).toHaveLength(CODE_VERSIONS.length);

    const said = parts.flatMap(({ title, lines }) => [title, ...lines]);
    expect(said.join('\n')).not.toMatch(/code\.|[{}]/);
    expect(parts[0]?.lines[0]).toContain(app.deps.appConfig.lender.name);
    // Due on the tests' day, 24 November 2026; the other dates follow from it.
    expect(said.join()).toMatch(/24\/11\/2026.*24\/12\/2026.*23\/01\/2027.*22\/02\/2027/);
  },
);

test('a version that never was is not found', async () => {
  const answer = await app.client().send(CALLS.fairPracticeCode, { query: { version: '2020-01' } });
  expect(answer.code).toBe(404);
});
