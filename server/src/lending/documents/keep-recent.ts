/**
 * Remembers what was made for the keys used last, over all documents: most words and lines of
 * papers are the same for everybody.
 */
export function keepRecent<V>(most: number): (key: string, make: () => V) => V {
  const kept = new Map<string, V>();

  return (key, make) => {
    const value = kept.get(key) ?? make();
    // A map lists its keys in the order of their last setting.
    kept.delete(key);
    kept.set(key, value);

    const [oldest] = kept.size > most ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);

    return value;
  };
}
