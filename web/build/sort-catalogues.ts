import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

// Sorts the keys of every catalogue. Run by hand after adding texts.
const folder = new URL('../src/i18n/', import.meta.url);
for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const file = new URL(name, folder);
  const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
