import type { Chance } from '../simulate/chance.ts';

const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\ud800b',
  '\udfff',
  '\u202e\u2066',
  '￿',
  '👩‍👩‍👧‍👦',
  'ÅÅ',
  '１２３４',
  '०१२३',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '{{constructor.constructor("return 1")()}}',
  '../../../../etc/passwd',
  '%00%0a%zz',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '1e999',
  '2026-02-30',
  '0000-00-00',
  '9999999999',
  'AAAPA9999A',
  'HDFC0000001',
  '00000000-0000-0000-0000-000000000000',
];

const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  1.5,
  99,
  100,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e21,
  1_000_000_000_001,
];

/** Above every limit of the wire but that of an upload. */
const MAX_CHARACTERS = 100_000;

/** A text of any characters, surrogates in halves among them. */
function anyText(chance: Chance): string {
  const length = chance.pick([1, 3, 10, 40, 200, 1_000, 8_001]);
  const highest = chance.pick([0x7f, 0xff, 0xffff]);
  return String.fromCharCode(...Array.from({ length }, () => chance.int(0, highest)));
}

/** A value of any JSON type. */
export function anyValue(chance: Chance, depth = 0): unknown {
  switch (chance.int(0, depth > 3 ? 4 : 7)) {
    case 0:
    case 1:
      return chance.pick(TEXTS);
    case 2:
      return anyText(chance);
    case 3:
      return chance.pick(NUMBERS);
    case 4:
      return chance.pick([null, true, false]);
    case 5:
      return Array.from({ length: chance.int(0, 4) }, () => anyValue(chance, depth + 1));
    case 6:
      return { [chance.pick(TEXTS)]: anyValue(chance, depth + 1) };
    default:
      return nested(chance.pick([10, 500, 3_000]));
  }
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value };
  return value;
}

/** The value with one of its parts replaced, removed, repeated, or with a part added. */
export function mutate(chance: Chance, value: unknown): unknown {
  if (typeof value === 'string' && chance.percent(60)) return mutateText(chance, value);
  if (typeof value === 'number' && chance.percent(60))
    return chance.pick([value + 1, value - 1, -value, value * 1_000, value / 3]);
  if (Array.isArray(value) && chance.percent(80)) return mutateList(chance, value);
  if (typeof value !== 'object' || value === null || chance.percent(5)) return anyValue(chance);

  const names = Object.keys(value);
  if (names.length === 0 || chance.percent(10))
    return { ...value, [chance.pick(TEXTS)]: anyValue(chance) };

  const name = chance.pick(names);
  const { [name]: part, ...others } = value as Record<string, unknown>;

  return chance.percent(10) ? others : { ...value, [name]: mutate(chance, part) };
}

const REPEATED_BELOW = 1_000;

function mutateList(chance: Chance, list: readonly unknown[]): unknown[] {
  if (list.length === 0) return [anyValue(chance)];

  const at = chance.int(0, list.length - 1);
  if (chance.percent(20)) return list.toSpliced(at, 1);
  // A part that was repeated before is not repeated again: the text would grow to megabytes.
  if (chance.percent(20) && JSON.stringify(list[at]).length < REPEATED_BELOW)
    return Array.from({ length: 50 }, () => list[at]);

  return list.with(at, mutate(chance, list[at]));
}

function mutateText(chance: Chance, text: string): string {
  const at = chance.int(0, text.length);
  switch (chance.int(0, 5)) {
    case 0:
      return text.slice(0, at) + chance.pick(TEXTS) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + String.fromCharCode(chance.int(0, 255)) + text.slice(at + 1);
    case 3:
      return text.repeat(chance.pick([2, 30, 900])).slice(0, MAX_CHARACTERS);
    case 4:
      return chance.percent(50) ? text.toLowerCase() : text.toUpperCase();
    default:
      return chance.pick(TEXTS);
  }
}

/** Bytes with some of them changed, cut off or repeated. */
export function mutateBytes(chance: Chance, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let count = chance.int(0, 6); count > 0 && changed.length > 0; count -= 1)
    changed[chance.int(0, changed.length - 1)] = chance.int(0, 255);

  if (chance.percent(30)) return changed.subarray(0, chance.int(0, changed.length));

  return chance.percent(10) ? Buffer.concat([changed, changed]) : changed;
}

/** A UUID that the seed decides. */
export function anyUuid(chance: Chance): string {
  const hex = (count: number): string =>
    Array.from({ length: count }, () => chance.int(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}
