import * as z from 'zod/mini';
import type { Chance } from '../simulate/chance.ts';

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly allOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * Cursors, days and ids of the right form that mean nothing or lie outside of what a database
 * takes.
 */
const FORMED: readonly string[] = [
  '9999999999999999_------------------------------------',
  '1_------------------------------------',
  '9999999999999999_00000000-0000-4000-8000-000000000000',
  '1_x',
  '9999999999999999:------------------------------------:identity:',
  '1:------------------------------------:identity:------------------------------------',
  '9999-99-99,------------------------------------',
  '9999-99-99~------------------------------------',
  '0000-00-00~00000000-0000-4000-8000-000000000000',
  '999999999999999~x',
  '999999999999999.F000000000',
  '1.\0',
  Buffer.from('999999999999999.1.identity.x').toString('base64url'),
  Buffer.from('1.1.identity.\0').toString('base64url'),
  '9999-12-31',
  '2199-12-31',
  '2199-12',
  '2026-02-30~00000000-0000-4000-8000-000000000000',
  '9999-12',
  '0000-01-01',
  '0000-01',
  '2026-11-24',
  '2026-11',
  '2027-01-01',
  '2027-01',
  '00000000-0000-4000-8000-000000000000',
  'someone@lender.example',
  'AB2',
  'F0000000000',
  'Some words of some length.',
  '\u00e9'.repeat(60),
];

/**
 * Values of the form that a staff call declares, of real ids, days and texts, and of some that only
 * look like them.
 */
export function makeStaffValues(chance: Chance, ids: () => readonly string[]) {
  const text = ({ format, pattern, allOf = [] }: JsonSchema): string => {
    const patterns = [pattern, ...allOf.map((part) => part.pattern)].flatMap((one) =>
      one === undefined || one === '' ? [] : [new RegExp(one, 'u')],
    );
    const pool = [...ids(), ...ids(), ...FORMED];
    const fitting = pool.filter((one) => patterns.every((form) => form.test(one)));
    if (format === 'uuid' && fitting.length === 0) return '00000000-0000-4000-8000-000000000000';

    return chance.pick(fitting.length > 0 ? fitting : pool);
  };

  const number = ({ minimum = 0, maximum = 10_000_000 }: JsonSchema): number =>
    chance.pick([
      minimum,
      maximum,
      chance.int(Math.max(minimum, 0), Math.min(maximum, 100_000)),
      1,
      100,
      1e12,
    ]);

  const makeValue = (schema: JsonSchema): unknown => {
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return chance.pick(schema.enum);

    const some = schema.anyOf ?? schema.oneOf;
    if (some) return makeValue(chance.pick(some));

    switch (schema.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([name]) => schema.required?.includes(name) || chance.percent(60))
            .map(([name, part]) => [name, makeValue(part)]),
        );
      case 'array': {
        const items =
          schema.prefixItems ?? Array.from({ length: chance.int(0, 3) }, () => schema.items ?? {});
        return items.map(makeValue);
      }
      case 'integer':
      case 'number':
        return number(schema);
      case 'boolean':
        return chance.percent(50);
      case 'null':
        return null;
      default:
        return text(schema);
    }
  };

  return {
    /** A value of a declared form; undefined where none is declared. */
    of: (declared: z.ZodMiniType | undefined): unknown =>
      declared &&
      makeValue(
        z.toJSONSchema(declared, { io: 'input', unrepresentable: 'any' }) as unknown as JsonSchema,
      ),
  };
}
