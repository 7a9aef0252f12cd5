import type { BusinessDay } from '@noren/core/money/time';
import type { ColumnType } from 'kysely';

/** An instant: read as UTC milliseconds, written as a Date (see `timestamp` in db.ts). */
export type Instant = ColumnType<number, Date, Date>;
export type MaybeInstant = ColumnType<number | null, Date | null | undefined, Date | null>;
/** A JSON document: written as its text. */
export type Json<T> = ColumnType<T, string, string>;
export type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** A JSON document with a default. */
export type DefaultJson<T> = ColumnType<T, string | undefined, string>;
/** A business day: written as its text. */
export type Day = ColumnType<BusinessDay, string, string>;
/** A day with a default. */
export type DefaultDay = ColumnType<BusinessDay, string | undefined, string>;
export type MaybeDay = ColumnType<BusinessDay | null, string | null | undefined, string | null>;
