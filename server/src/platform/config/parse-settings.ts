import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import {
  type EnvironmentVariables,
  isSecretName,
  needsSecret,
  type ProcessRole,
} from './secrets.ts';

export const hookSecret = z.string().min(16, 'must have 16 characters or more');

/** By https, or unencrypted on this machine. */
export const baseUrl = z
  .string()
  .regex(
    /^(https:\/\/[^/\s]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?)\/?$/,
    'must be https:// without a path',
  );

/** How long an answer is waited for, in ms. */
export const timeout = ({ min, max, usual }: { min: number; max: number; usual: number }) =>
  z.coerce.number('must be a number').int().min(min).max(max).default(usual);

/** @throws ConfigError naming the first setting that is missing or not usable */
export function parse<T>(
  schema: z.ZodType<T>,
  given: EnvironmentVariables,
  needed = 'the server cannot do without it',
): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;

  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? 'settings');

  throw new ConfigError(
    name in given ? `${name} is not usable: ${issue?.message}` : `${name} is missing: ${needed}`,
  );
}

/**
 * A provider's own settings; null when none is there, and none may be there alone. Its secrets are
 * asked for where this process needs them.
 * @param spared secrets that these settings do without
 */
export function parseWhole<T extends z.ZodObject>(
  schema: T,
  prefix: string,
  { given, role }: SettingsOfProcess,
  spared: readonly string[] = [],
): z.infer<T> | null {
  const own = Object.keys(given).filter(
    (name) => name.startsWith(prefix) && !/_(BASE_URL|TIMEOUT_MS)$/.test(name),
  );
  if (own.length === 0) return null;

  const read = parse(schema, given, WHOLE);

  for (const name of Object.keys(schema.shape)) {
    if (!isSecretName(name) || name.endsWith('_OLD') || !needsSecret(role, name)) continue;
    if (given[name] === undefined && !spared.includes(name))
      throw new ConfigError(`${name} is missing: ${WHOLE}`);
  }

  return read as z.infer<T>;
}

const WHOLE = 'a provider is set up whole or not at all';

/** The settings that this process was given, its secrets read from their files. */
export interface SettingsOfProcess {
  readonly given: EnvironmentVariables;
  readonly role: ProcessRole | 'all';
}
