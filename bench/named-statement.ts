/** What the driver sends. With a `name` it is prepared once for each connection. */
interface DriverStatement {
  name?: string;
  text: string;
  values: unknown[];
}

/** A name with its colon; `::type` is a cast. */
const NAME = /(?<!:):([a-zA-Z]\w*)/g;

/** A statement with named values, as `:userId` in its text; a name may occur more than once. */
export function namedStatement<Name extends string>(
  text: string,
  name?: string,
): (values: Readonly<Record<Name, unknown>>) => DriverStatement {
  const names = [...new Set(Array.from(text.matchAll(NAME), ([, found]) => found as Name))];
  const positional = text.replaceAll(NAME, (_, found: Name) => `$${names.indexOf(found) + 1}`);

  return (values) => ({
    ...(name && { name }),
    text: positional,
    values: names.map((found) => values[found]),
  });
}
