import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkedCatalogues } from '../../build/catalogue-check-plugin.ts';

let root: string;
const folder = (): string => join(root, 'web/src/i18n');
const write = (language: string, texts: object): void =>
  writeFileSync(join(folder(), `${language}.json`), JSON.stringify(texts));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'texts-'));
  mkdirSync(folder(), { recursive: true });
  for (const language of LANGUAGE_CODES)
    write(language, { 'a.days': language === 'en' ? 'In {days} days' : `{days} ${language}` });
});

afterEach(() => rmSync(root, { recursive: true }));

/**
 * Runs the check as the build does.
 * @throws the build's error
 */
function check(): void {
  const environment = { name: 'client' };
  const error = (words: string): never => {
    throw new Error(words);
  };
  const { buildStart } = checkedCatalogues(root);

  (buildStart as (this: object) => void).call({ environment, error });
}

it('fails the build with language and id for a missing, surplus or untranslated text, or a word to avoid', () => {
  expect(check).not.toThrow();
  write('hi', {});
  expect(check).toThrow(/i18n\/hi\.json.* lacks a\.days/);
  write('hi', { 'a.days': '{days} hi', 'a.extra': 'hi' });
  expect(check).toThrow(/i18n\/hi\.json.* a\.extra is not in English/);
  write('hi', { 'a.days': '{day} hi' });
  expect(check).toThrow(/i18n\/hi\.json.* a\.days has day, English has days/);
  write('hi', { 'a.days': 'In {days} days' });
  expect(check).toThrow(/i18n\/hi\.json.* a\.days is as in English/);
  write('hi', { 'a.days': '{days} प्रविष्टि' });
  expect(check).toThrow(/i18n\/hi\.json.* a\.days says "प्रविष्टि" for: एंट्री/);
  rmSync(join(folder(), 'hi.json'));
  expect(check).toThrow(/i18n\/hi\.json.* is missing/);
});
