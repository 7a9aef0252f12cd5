/** No call and no event of a provider nests its values deeper. */
const MAX_DEPTH = 64;

/**
 * Whether PostgreSQL can store a JSON value with its texts: none has a NUL or half of a surrogate
 * pair. A value that is nested too deep for JSON to be written is not storable either.
 */
export function isStorable(value: unknown): boolean {
  let level: unknown[] = [value];

  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false;

    const inner: unknown[] = [];
    for (const one of level) {
      if (typeof one === 'string' && !isStorableText(one)) return false;
      if (typeof one !== 'object' || one === null) continue;
      for (const [name, part] of Object.entries(one)) inner.push(name, part);
    }

    level = inner;
  }

  return true;
}

function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
