import { isBusinessDay } from '@noren/core/money/time';
import * as z from 'zod/mini';
import { day } from '../fields.ts';

/**
 * Patterns of the parts of a page cursor: an instant in UTC milliseconds, an id, a name. The
 * database accepts every value that they match.
 */
export const CURSOR_PARTS = {
  instant: String.raw`\d{1,14}`,
  uuid: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  name: '[A-Za-z0-9:_.-]{1,120}',
} as const;

/** A cursor of the instant and the id or name of a page's last row. */
export const instantCursor = (name: keyof typeof CURSOR_PARTS) =>
  z
    .string()
    .check(z.regex(new RegExp(`^${CURSOR_PARTS.instant}_${CURSOR_PARTS[name]}$`), 'format'));

/** A cursor of the business day and the id of a page's last row. */
export const dayCursor = (separator: ',' | '~') =>
  z.string().check(
    z.regex(new RegExp(`^[0-9-]{10}${separator}${CURSOR_PARTS.uuid}$`), 'format'),
    z.refine((text) => isBusinessDay(String(text).slice(0, 10)), 'format'),
  );

/** A cursor of the number or instant of a page's last row. */
export const numberCursor = z.coerce.number().check(z.int(), z.gte(0), z.lte(99_999_999_999_999));

/** Filters by business day, both ends included. */
export const dayFilters = { from: z.optional(day), to: z.optional(day) };

const amount = z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000_000_000)));

/** Filters by business day and by an exact amount. */
export const moneyFilters = { ...dayFilters, amountPaise: amount };

/** Filters by amount, both ends included. */
export const amountFilters = { leastPaise: amount, mostPaise: amount };

/** A page of rows, and the key of the page after it; null on the last one. */
export const listPage = <Row extends z.ZodMiniType>(
  row: Row,
  key: z.ZodMiniType<string> = z.string(),
) => z.object({ rows: z.array(row), next: z.nullable(key) });
