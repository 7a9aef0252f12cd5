import {
  addDays,
  addMonths,
  type BusinessDay,
  borrowerAges,
  businessDayOf,
  isBorrowerAge,
  isBusinessDay,
} from '@noren/core/money/time';
import { now } from '../../session/clock.ts';

/** The first and last birth day of someone who may borrow today. Source: specification §5. */
export function birthDayBounds(): { min: BusinessDay; max: BusinessDay } {
  const today = businessDayOf(now());
  return {
    min: addDays(addMonths(today, -12 * (borrowerAges.greatest + 1)), 1),
    max: addMonths(today, -12 * borrowerAges.least),
  };
}

/** What is wrong with a birth day as typed: nothing, no day, or an age that may not borrow. */
export function birthDayFault(value: string): 'empty' | 'day' | 'age' | undefined {
  if (value === '') return 'empty';
  if (!isBusinessDay(value)) return 'day';
  return isBorrowerAge(value, businessDayOf(now())) ? undefined : 'age';
}
