interface Answer<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** For lists that answer `{rows, next}` and take `after`, which is nearly all of them. */
export function pagesByNext<Row>() {
  return {
    toRows: ({ rows }: Answer<Row>) => rows,
    toNext: ({ next }: Answer<Row>) => (next === null ? null : { after: next }),
  };
}
