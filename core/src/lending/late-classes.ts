import { addDays, type BusinessDay } from '../money/time.ts';

/**
 * The classes of a loan with an overdue amount, by the days since its due date, at the end of a
 * day. Source: RBI/2021-22/125, Prudential norms on income recognition, asset classification and
 * provisioning, clarifications, 12 November 2021.
 */
export const LATE_CLASSES = [
  { name: 'SMA-0', fromDay: 0 },
  { name: 'SMA-1', fromDay: 30 },
  { name: 'SMA-2', fromDay: 60 },
  { name: 'NPA', fromDay: 90 },
] as const;

export type LateClass = (typeof LATE_CLASSES)[number]['name'];

/** The days from which an amount that was due on a day and is not paid has each class. */
export function lateClassDays(dueDay: BusinessDay): Readonly<Record<LateClass, BusinessDay>> {
  return Object.fromEntries(
    LATE_CLASSES.map(({ name, fromDay }) => [name, addDays(dueDay, fromDay)]),
  ) as Record<LateClass, BusinessDay>;
}
