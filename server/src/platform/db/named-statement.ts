/** A name with its colon; `::type` is a cast. */
const NAME = /(?<!:):([a-zA-Z]\w*)/g;

/**
 * A hand-written statement with named values: `:userId` in its text. The text is built once, so
 * that it is prepared once; a name may occur more than once.
 * @throws Error from the returned function when a value is missing
 */
export function namedStatement<Name extends string>(
  text: string,
): (values: Readonly<Record<Name, unknown>>) => { text: string; values: unknown[] } {
  const names = [...new Set(Array.from(text.matchAll(NAME), ([, name]) => name as Name))];
  const positional = text.replaceAll(NAME, (_, name: Name) => `$${names.indexOf(name) + 1}`);

  return (values) => ({
    text: positional,
    values: names.map((name) => {
      if (values[name] === undefined) throw new Error(`the statement needs a value named ${name}`);
      return values[name];
    }),
  });
}
