import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';

/** No personal data and no secret may reach the log, in any object. */
const REDACTED = [
  'phone',
  'pan',
  'aadhaar',
  'accountNo',
  'token',
  'otpCode',
  'cookie',
  'authentication',
  'holderName',
];

const WORD = /[^\s"'`(),:;]+/g;
/**
 * In a word that may not be logged: four digits in a row (numbers, dates, PANs), or an address of
 * mail.
 */
const PERSONAL = /\d{4}|@/;
const MAX_CAUSE_DEPTH = 3;

/**
 * An error as it may be logged: what kind it is and where it happened. PostgreSQL repeats values in
 * its message and its detail, and so does a parser of its text, so of theirs only names are kept.
 */
function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };

  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));

  return {
    type: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...pickErrorFields(error),
    stack: frames.join('\n'),
    ...(cause !== undefined && depth < MAX_CAUSE_DEPTH
      ? { cause: describeError(cause, depth + 1) }
      : {}),
    ...(error instanceof AggregateError && depth < MAX_CAUSE_DEPTH
      ? { errors: error.errors.map((one: unknown) => describeError(one, depth + 1)) }
      : {}),
  };
}

function pickErrorFields(error: Error): Record<string, unknown> {
  if (error instanceof pg.DatabaseError) {
    const { severity, schema, table, column, constraint, routine } = error;
    return { type: 'DatabaseError', severity, schema, table, column, constraint, routine };
  }

  return error instanceof SyntaxError
    ? {}
    : { message: error.message.replace(WORD, (word) => (PERSONAL.test(word) ? '…' : word)) };
}

/** The log: one JSON line each, on standard output by default. */
export function makeLog(config: Pick<Config, 'NOREN_LOG_LEVEL'>, to?: DestinationStream): Logger {
  const level =
    config.NOREN_LOG_LEVEL === 'info' && process.stdout.isTTY ? 'warn' : config.NOREN_LOG_LEVEL;
  const redact = {
    paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    censor: '[redacted]',
  };
  const serializers = { err: (error: unknown) => describeError(error) };

  return to ? pino({ level, redact, serializers }, to) : pino({ level, redact, serializers });
}
