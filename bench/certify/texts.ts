import { readFileSync } from 'node:fs';

const file = new URL('../../web/src/i18n/en.json', import.meta.url);
const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

/** The app's own English text of an id, with its simple values put in; an unknown id is an error. */
export function textOf(id: string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = texts[id];
  if (text === undefined) throw new Error(`no text ${id}`);
  return text.replace(/<\/?\w+>/g, '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
