import { useState } from 'react';
import type * as z from 'zod/mini';
import { problemText } from '../texts/problems.ts';

/** Problems by field, in words. */
export type FieldProblems = Readonly<Record<string, string>>;

interface FieldControl<Name extends string, Value> {
  readonly label: string;
  readonly name: Name;
  readonly value: Value;
  readonly problem: string | undefined;
  readonly onChange: (value: Value) => void;
}

export interface Fields<Values extends object> {
  readonly values: Values;
  readonly set: <K extends keyof Values & string>(name: K, value: Values[K]) => void;
  /** What the control of a field takes. */
  readonly field: <K extends keyof Values & string>(
    name: K,
    label: string,
  ) => FieldControl<K, Values[K]>;
  readonly problems: FieldProblems;
  /** The valid values, or undefined after problems were shown. */
  readonly check: () => Values | undefined;
  /** Shows problems from the server. */
  readonly refuse: (
    problems: readonly { readonly path: string; readonly problem: string }[],
  ) => void;
  readonly reset: () => void;
}

const NO_PROBLEMS: FieldProblems = {};

/**
 * Values and problems of a form.
 * @param schema of the request body: the call's own if the form has the same shape
 */
export function useFields<Values extends object>(
  initial: Values,
  schema?: z.ZodMiniType,
): Fields<Values> {
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState(NO_PROBLEMS);

  const set: Fields<Values>['set'] = (name, value) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems(({ [name]: _mended, ...others }) => others);
  };

  return {
    values,
    problems,
    set,
    field: (name, label) => ({
      label,
      name,
      value: values[name],
      problem: problems[name],
      onChange: (value) => set(name, value),
    }),
    check: () => {
      const result = schema?.safeParse(values);
      setProblems(result?.success === false ? toProblems(result.error.issues) : NO_PROBLEMS);
      if (result === undefined) return values;

      return result.success ? (result.data as Values) : undefined;
    },
    refuse: (found) =>
      setProblems(
        Object.fromEntries(found.map(({ path, problem }) => [path, problemText(problem)])),
      ),
    reset: () => {
      setValues(initial);
      setProblems(NO_PROBLEMS);
    },
  };
}

/** The first problem of each field. */
function toProblems(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): FieldProblems {
  const problems: Record<string, string> = {};

  for (const { path, message } of issues) problems[path.join('.')] ??= problemText(message);

  return problems;
}
