import {
  addDays,
  addMonths,
  type BusinessDay,
  borrowerAges,
  isBorrowerAge,
  isBusinessDay,
  toBusinessDay,
} from '@noren/core/money/time';
import { now } from '../../session/clock.ts';

/** The earliest and latest birth day allowed for a loan today. Source: specification §5. */
export function birthDayBounds(): { min: BusinessDay; max: BusinessDay } {
  const today = toBusinessDay(now());
  return {
    min: addDays(addMonths(today, -12 * (borrowerAges.greatest + 1)), 1),
    max: addMonths(today, -12 * borrowerAges.least),
  };
}

/** The problem of a typed birth day: empty, not a day, or outside the allowed age. */
export function birthDayFault(value: string): 'empty' | 'day' | 'age' | undefined {
  if (value === '') return 'empty';
  if (!isBusinessDay(value)) return 'day';
  return isBorrowerAge(value, toBusinessDay(now())) ? undefined : 'age';
}
