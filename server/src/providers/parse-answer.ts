import type * as z from 'zod';

/**
 * A provider's answer as its documentation has it. What is wrong is said without the answer's
 * values.
 * @throws what `refuse` makes of an answer that is anything else
 */
export function parseAnswer<T>(
  schema: z.ZodType<T>,
  text: string,
  refuse: (why: string) => Error,
): T {
  const parsed = schema.safeParse(parseJson(text, refuse));
  if (parsed.success) return parsed.data;

  const paths = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw refuse(`answered something else at: ${paths}`);
}

/** @throws what `refuse` makes of an answer that is no JSON */
export function parseJson(text: string, refuse: (why: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the answer.
    throw refuse('answered no JSON');
  }
}
