import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { markHandled } from '../../api/failures.ts';
import type { Translate } from '../../i18n/index.ts';
import {
  clearDraft,
  holdDraftInMemory,
  readDraft,
  readDraftInMemory,
  saveDraft,
} from '../../session/drafts.ts';
import { useRestoredDraft } from './use-restored-draft.ts';

type Values = Record<string, string>;
/** The error text of each invalid field. */
export type Problems<V extends Values> = Partial<Record<keyof V & string, string>>;
type FieldProblem<V extends Values> = { field: keyof V & string; text: string };
/** Finds the field and the error text for a path that the server refused; null if it is unknown. */
export type DescribeRefusal<V extends Values> = (
  path: string,
  problem: string,
  t: Translate,
) => FieldProblem<V> | null;

type Options<V extends Values> = {
  draftName: string;
  /** Every field, in the order of the page. A draft overrides the values. */
  initial: V;
  /** Fields that are never stored; memory holds them while the user enters a code elsewhere. */
  inMemoryOnly?: readonly (keyof V & string)[];
  /** Finds the errors of the values. An error shows once its field lost focus or was submitted. */
  check: (values: V) => Problems<V>;
  /** The last failure of sending the form. */
  error?: ApiError | NoAnswer | null;
  /** Maps a field error of the server to a field of the form; null when it belongs to no field. */
  refusal?: (path: string, problem: string) => FieldProblem<V> | null;
};

/** The number of failed submits, and the fields listed as invalid at the last one. */
const NO_FAILURE = { attempts: 0, listed: [] as readonly string[] };

/** A form of text values: stored as a draft, each field validated on blur, all on submit. */
export function useForm<V extends Values>(options: Options<V>) {
  const { draftName, initial, inMemoryOnly = [], check, error = null, refusal } = options;
  const [values, setValues] = useState<V>(() => withDraft(draftName, initial));
  const [validated, setValidated] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<Problems<V>>({});
  const [{ attempts, listed }, setFailed] = useState(NO_FAILURE);
  const [isTouched, setTouched] = useState(false);
  const changedFields = useRef(new Set<string>());
  const fields = Object.keys(initial) as (keyof V & string)[];

  useRestoredDraft(draftName, (draft) => {
    const entries = Object.entries(draft).filter(
      ([field]) => field in initial && !changedFields.current.has(field),
    );
    setValues((before) => ({ ...before, ...Object.fromEntries(entries) }));
  });

  useDraft({ draftName, values, isTouched, inMemoryOnly });

  const fieldErrors = listFields(error).flatMap(
    ({ path, problem }) => refusal?.(path, problem) ?? [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is shown once, by its fields, until they change
  useEffect(() => {
    if (fieldErrors.length === 0) return;

    markHandled(error);
    setRefusals(toProblems<V>(fieldErrors));

    setFailed((before) => ({
      attempts: before.attempts + 1,
      listed: fieldErrors.map(({ field }) => field),
    }));
  }, [error]);

  const problems = check(values);
  const findProblem = (field: keyof V & string) =>
    refusals[field] ?? (validated.has(field) ? problems[field] : undefined);

  const setValue = (field: keyof V & string, value: string) => {
    setTouched(true);
    changedFields.current.add(field);
    setRefusals((before) => ({ ...before, [field]: undefined }));
    setValues((before) => ({ ...before, [field]: value }));
  };

  const validateOnBlur = (field: keyof V & string) => {
    if (values[field] !== '') setValidated((before) => new Set(before).add(field));
  };

  return {
    values,
    setValue,
    validateOnBlur,
    findProblem,
    /** The summary's key. It changes with each failed submit, so that focus goes there again. */
    attempts,
    /** The errors after a submit, in the page's order. */
    summary: attempts > 0 ? listProblems(fields, findProblem) : [],
    /** Validates all fields; true when the form may be sent. */
    submit: (): boolean => {
      setValidated(new Set(fields));
      const listed = fields.filter((field) => problems[field] !== undefined);
      const isValid = listed.length === 0;
      if (!isValid) setFailed({ attempts: attempts + 1, listed });

      return isValid;
    },
    /** The failure of sending the form, if it belongs to no field. */
    failure: error && fieldErrors.length === 0 ? error.message : undefined,
    /** Call it after the form was saved. A form that is emptied then shows no errors. */
    discardDraft: () => {
      setTouched(false);
      setValidated(new Set());
      setFailed(NO_FAILURE);
      clearDraft(draftName);
    },
    ...bind({ values, findProblem, listed, setValue, validateOnBlur }),
  };
}

const toProblems = <V extends Values>(errors: readonly { field: string; text: string }[]) =>
  Object.fromEntries(errors.map(({ field, text }) => [field, text])) as Problems<V>;

function listProblems<F extends string>(
  fields: readonly F[],
  findProblem: (field: F) => string | undefined,
) {
  return fields.flatMap((field) => {
    const text = findProblem(field);
    return text === undefined ? [] : [{ field, text }];
  });
}

/** The fields that the server found wrong. */
const listFields = (error: ApiError | NoAnswer | null) =>
  (error instanceof ApiError && error.data?.fields) || [];

type Draft = {
  draftName: string;
  values: Values;
  isTouched: boolean;
  inMemoryOnly: readonly string[];
};

/** Saves the form's values as a draft once the user has changed one. */
function useDraft({ draftName, values, isTouched, inMemoryOnly }: Draft): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft depends on the values only
  useEffect(() => {
    if (!isTouched) return;

    const pick = (names: readonly string[]) =>
      Object.fromEntries(names.map((field) => [field, values[field] ?? '']));
    const storable = Object.keys(values).filter((field) => !inMemoryOnly.includes(field));

    if (storable.length > 0) saveDraft(draftName, pick(storable));
    if (inMemoryOnly.length > 0) holdDraftInMemory(draftName, pick(inMemoryOnly));
  }, [values, isTouched]);
}

type FormState<V extends Values> = {
  values: V;
  findProblem: (field: keyof V & string) => string | undefined;
  /** The fields with an error at the last submit, which the summary announced. */
  listed: readonly string[];
  setValue: (field: keyof V & string, value: string) => void;
  validateOnBlur: (field: keyof V & string) => void;
};

/** Props that connect a field to the controls of ui/form. */
function bind<V extends Values>({
  values,
  findProblem,
  listed,
  setValue,
  validateOnBlur,
}: FormState<V>) {
  const control = (field: keyof V & string) => ({
    value: values[field] ?? '',
    onChange: (value: string) => setValue(field, value),
    onBlur: () => validateOnBlur(field),
  });

  return {
    field: (field: keyof V & string) => ({
      id: field,
      error: findProblem(field),
      isListed: listed.includes(field),
    }),
    input: (field: keyof V & string) => ({
      ...control(field),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setValue(field, event.target.value),
    }),
    /** For a control whose `onChange` passes the value. */
    control,
  };
}

function withDraft<V extends Values>(draftName: string, initial: V): V {
  const draft = { ...readDraft(draftName), ...readDraftInMemory(draftName) };
  const entries = Object.entries(draft).filter(
    ([field, value]) => field in initial && typeof value === 'string',
  );
  return { ...initial, ...Object.fromEntries(entries) };
}
