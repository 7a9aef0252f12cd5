import { canonicalJson } from './canonical-json.ts';

/** Marks the place of a value in a form: JSON text contains this character only escaped. */
const HOLE = '\u001f';

export type FormValue = string | number;

/** The canonical JSON text of like documents, with holes where they differ. */
export interface Form {
  readonly text: string;
  /** The values that make this document of the form, in order; null when it is of another form. */
  findValues(document: unknown): FormValue[] | null;
  /** As {@link fillForm} does. */
  fill(values: readonly FormValue[]): string;
}

type Shape =
  | { readonly kind: 'hole' }
  | { readonly kind: 'fixed'; readonly value: string | boolean | null }
  | { readonly kind: 'list'; readonly of: readonly Shape[] }
  | { readonly kind: 'record'; readonly keys: readonly string[]; readonly of: readonly Shape[] };

/**
 * The form of a document: every number, and every string for which `isFilledIn` is true, is a hole.
 * Throws TypeError for what has no canonical JSON.
 */
export function toForm(document: unknown, isFilledIn: (text: string) => boolean): Form {
  const shape = toShape(document, isFilledIn);
  const text = writeShape(shape);
  const parts = text.split(HOLE);

  return {
    text,
    fill: (values) => join(parts, values),
    findValues(other) {
      const values: FormValue[] = [];
      return fits(shape, other, values) ? values : null;
    },
  };
}

/**
 * The canonical JSON of the document that a form and its values make, to the byte.
 * Throws RangeError when there are more or fewer values than holes.
 */
export function fillForm(text: string, values: readonly FormValue[]): string {
  return join(text.split(HOLE), values);
}

function join(parts: readonly string[], values: readonly FormValue[]): string {
  if (parts.length !== values.length + 1)
    throw new RangeError(`${parts.length - 1} holes, ${values.length} values`);

  let filled = parts[0]!;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]!;
    filled += (typeof value === 'number' ? String(value) : JSON.stringify(value)) + parts[at + 1]!;
  }

  return filled;
}

function toShape(value: unknown, isFilledIn: (text: string) => boolean): Shape {
  // What canonical JSON refuses has no form either.
  if (typeof value !== 'object') canonicalJson(value);
  if (typeof value === 'number') return { kind: 'hole' };
  if (typeof value === 'string')
    return isFilledIn(value) ? { kind: 'hole' } : { kind: 'fixed', value };
  if (typeof value === 'boolean' || value === null) return { kind: 'fixed', value };
  if (Array.isArray(value))
    return { kind: 'list', of: value.map((one) => toShape(one, isFilledIn)) };

  if (Object.prototype.toString.call(value) !== '[object Object]') canonicalJson(value);

  const record = value as Record<string, unknown>;
  const keys = Object.keys(record)
    .filter((key) => record[key] !== undefined)
    .sort((a, b) => (a < b ? -1 : 1));

  return { kind: 'record', keys, of: keys.map((key) => toShape(record[key], isFilledIn)) };
}

function writeShape(shape: Shape): string {
  switch (shape.kind) {
    case 'hole':
      return HOLE;
    case 'fixed':
      return JSON.stringify(shape.value);
    case 'list':
      return `[${shape.of.map(writeShape).join(',')}]`;
    case 'record':
      return `{${shape.keys.map((key, at) => `${JSON.stringify(key)}:${writeShape(shape.of[at]!)}`).join(',')}}`;
    default: {
      const missing: never = shape;
      throw new TypeError(`unknown shape: ${missing}`);
    }
  }
}

function fits(shape: Shape, value: unknown, values: FormValue[]): boolean {
  switch (shape.kind) {
    case 'hole':
      if (typeof value !== 'string' && !Number.isSafeInteger(value)) return false;
      values.push(value as FormValue);
      return true;
    case 'fixed':
      return value === shape.value;
    case 'list':
      if (!Array.isArray(value) || value.length !== shape.of.length) return false;
      for (let at = 0; at < shape.of.length; at += 1)
        if (!fits(shape.of[at]!, value[at], values)) return false;
      return true;
    case 'record': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

      const record = value as Record<string, unknown>;
      let held = 0;

      for (const key in record) if (record[key] !== undefined) held += 1;
      if (held !== shape.keys.length) return false;

      for (let at = 0; at < shape.keys.length; at += 1)
        if (!fits(shape.of[at]!, record[shape.keys[at]!], values)) return false;

      return true;
    }
    default: {
      const missing: never = shape;
      throw new TypeError(`unknown shape: ${missing}`);
    }
  }
}
