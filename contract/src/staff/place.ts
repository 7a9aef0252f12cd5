import { isBusinessDay } from '@noren/core/money/time';
import * as z from 'zod/mini';
import { day } from '../fields.ts';

/**
 * Parts of a place in a list, each in a form that the database takes: an instant in UTC
 * milliseconds, an id, a name.
 */
export const PLACE_PARTS = {
  instant: String.raw`\d{1,14}`,
  uuid: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  name: '[A-Za-z0-9:_.-]{1,120}',
} as const;

/** Where a page of a list ends: an instant and the row's id or name. */
export const placeAt = (name: keyof typeof PLACE_PARTS) =>
  z.string().check(z.regex(new RegExp(`^${PLACE_PARTS.instant}_${PLACE_PARTS[name]}$`), 'format'));

/** Where a page of a list in the order of days ends: a day and the row's id. */
export const placeOnDay = (separator: ',' | '~') =>
  z.string().check(
    z.regex(new RegExp(`^[0-9-]{10}${separator}${PLACE_PARTS.uuid}$`), 'format'),
    z.refine((text) => isBusinessDay(String(text).slice(0, 10)), 'format'),
  );

/** Where a page of a list ends that counts its rows or names them by an instant. */
export const placeNumber = z.coerce.number().check(z.int(), z.gte(0), z.lte(99_999_999_999_999));

/** Filters of a list: business days, both included. */
export const ofDays = { from: z.optional(day), to: z.optional(day) };

const amount = z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000_000_000)));

/** Filters of a list of money: its days, and exactly this amount. */
export const ofMoney = { ...ofDays, amountPaise: amount };

/** Filters of a list by amount, both included. */
export const ofAmounts = { leastPaise: amount, mostPaise: amount };
