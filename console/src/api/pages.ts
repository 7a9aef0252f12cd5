interface Answer<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** The rule of a list that answers `{rows, next}` and takes `after`: nearly every list does. */
export function pagesByNext<Row>() {
  return {
    rowsOf: ({ rows }: Answer<Row>) => rows,
    nextOf: ({ next }: Answer<Row>) => (next === null ? null : { after: next }),
  };
}
