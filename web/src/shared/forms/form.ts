import { type ChangeEvent, useEffect, useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { clearDraft, holdDraftInMemory, readDraft, readDraftInMemory, saveDraft } from '../../session/drafts.ts';

type Values = Record<string, string>;
/** What is wrong with each field, in words; absent when nothing is. */
export type Problems<V extends Values> = Partial<Record<keyof V & string, string>>;

type Options<V extends Values> = {
  /** Names the draft. */
  room: string;
  /** Every field, in the order of the page. A draft goes over it. */
  initial: V;
  /** Fields that are never kept in storage: held in memory, for coming back from entering a code. */
  unkept?: readonly (keyof V & string)[];
  /** What is wrong with these values; asked at each rendering, told only for fields that were left or submitted. */
  check: (values: V) => Problems<V>;
  /** The last failure of sending it. */
  error?: ApiError | NoAnswer | null;
  /** What the server named (path and problem), by the form's field; null when it is none of this form's. */
  refusal?: (path: string, problem: string) => { field: keyof V & string; text: string } | null;
};

/** A form of text values: kept as a draft, a field judged on leaving it, all on submit. */
export function useForm<V extends Values>({ room, initial, unkept = [], check, error = null, refusal }: Options<V>) {
  const [values, setValues] = useState<V>(() => withDraft(room, initial));
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Problems<V>>({});
  const [attempts, setAttempts] = useState(0);
  const [isTouched, setTouched] = useState(false);
  const fields = Object.keys(initial) as (keyof V & string)[];
  const kept = fields.filter((field) => !unkept.includes(field));

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept follows the values alone
  useEffect(() => {
    if (!isTouched) return;
    const pick = (names: readonly string[]) => Object.fromEntries(names.map((field) => [field, values[field] ?? '']));
    saveDraft(room, pick(kept));
    if (unkept.length > 0) holdDraftInMemory(room, pick(unkept));
  }, [values, isTouched]);

  const named = error instanceof ApiError ? (error.data?.fields ?? []) : [];
  const told = named.flatMap(({ path, problem }) => refusal?.(path, problem) ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is told once, until its field is changed
  useEffect(() => {
    if (told.length === 0) return;
    setRefused(Object.fromEntries(told.map(({ field, text }) => [field, text])) as Problems<V>);
    setAttempts((before) => before + 1);
  }, [error]);

  const found = check(values);
  const problemOf = (field: keyof V & string) => refused[field] ?? (judged.has(field) ? found[field] : undefined);
  const put = (field: keyof V & string, value: string) => {
    setTouched(true);
    setRefused((before) => ({ ...before, [field]: undefined }));
    setValues((before) => ({ ...before, [field]: value }));
  };
  const leave = (field: keyof V & string) => {
    if (values[field] !== '') setJudged((before) => new Set(before).add(field));
  };
  return {
    values,
    put,
    leave,
    problemOf,
    /** Changes with each submit that failed: the summary's key, so that it takes the focus again. */
    attempts,
    /** What is wrong after a submit, in the page's order. */
    summary: fields.flatMap((field) => {
      const text = attempts > 0 ? problemOf(field) : undefined;
      return text === undefined ? [] : [{ field, text }];
    }),
    /** Judges everything; true when it may be sent. */
    submit: (): boolean => {
      setJudged(new Set(fields));
      const isGood = fields.every((field) => found[field] === undefined);
      if (!isGood) setAttempts(attempts + 1);
      return isGood;
    },
    /** Why it could not be sent, where that is no field's fault. */
    failure: error && told.length === 0 ? error.message : undefined,
    /** To call once it is saved. */
    forget: () => {
      setTouched(false);
      clearDraft(room);
    },
    ...bind({ values, problemOf, put, leave }),
  };
}

type Bound<V extends Values> = {
  values: V;
  problemOf: (field: keyof V & string) => string | undefined;
  put: (field: keyof V & string, value: string) => void;
  leave: (field: keyof V & string) => void;
};

/** What ties a field of the form to the controls of the kit. */
function bind<V extends Values>({ values, problemOf, put, leave }: Bound<V>) {
  return {
    /** For a Field. */
    field: (field: keyof V & string) => ({ id: field, error: problemOf(field) }),
    /** For a TextInput or TextArea. */
    input: (field: keyof V & string) => ({
      value: values[field] ?? '',
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => put(field, event.target.value),
      onBlur: () => leave(field),
    }),
    /** For a control that answers its value. */
    control: (field: keyof V & string) => ({
      value: values[field] ?? '',
      onChange: (value: string) => put(field, value),
      onBlur: () => leave(field),
    }),
  };
}

function withDraft<V extends Values>(room: string, initial: V): V {
  const draft = { ...readDraft(room), ...readDraftInMemory(room) };
  const known = Object.entries(draft).filter(([field, value]) => field in initial && typeof value === 'string');
  return { ...initial, ...Object.fromEntries(known) };
}
