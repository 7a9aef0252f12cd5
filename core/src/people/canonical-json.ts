/**
 * Writes a value as JSON in one way only, to be hashed: keys in code-unit order, no spaces, keys
 * without a value left out. Throws TypeError for what does not survive being written and read:
 * fractions and unsafe numbers, dates, functions, an undefined in a list.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string')
    return JSON.stringify(value);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;

  if (typeof value === 'object' && isPlain(value)) {
    const entries = Object.entries(value).filter(([, held]) => held !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonicalJson(held)}`).join(',')}}`;
  }

  throw new TypeError(`cannot be written canonically: ${typeof value}`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
