import { expect, test } from 'vitest';
import { businessDay } from '../money/time.ts';
import { lateClassDays } from './late-classes.ts';

test('the classes of an amount due on 31 March begin as in the regulator’s own example', () => {
  expect(lateClassDays(businessDay('2021-03-31'))).toEqual({
    'SMA-0': '2021-03-31',
    'SMA-1': '2021-04-30',
    'SMA-2': '2021-05-30',
    NPA: '2021-06-29',
  });
});
