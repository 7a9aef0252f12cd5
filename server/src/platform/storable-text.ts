/**
 * Whether PostgreSQL can store every text in a JSON value: its text has no NUL, and its JSON no
 * half of a surrogate pair.
 */
export function isStorable(value: unknown): boolean {
  // JSON escapes both, so a value without an escape needs no second look.
  return !JSON.stringify(value ?? null).includes('\\u') || hasStorableTexts(value);
}

function hasStorableTexts(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;

  return Object.entries(value).every(
    ([name, inner]) => hasStorableTexts(name) && hasStorableTexts(inner),
  );
}
