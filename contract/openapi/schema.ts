import * as z from 'zod/mini';

export type Json = Record<string, unknown>;

export function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  }) as Json;
  return rest;
}

/** One parameter for each field of an object's schema. */
export function describeParameters(
  position: 'path' | 'query',
  schema: z.ZodMiniType | undefined,
): Json[] {
  if (!schema) return [];

  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: position,
    required: position === 'path' || required.includes(name),
    schema: each,
  }));
}
