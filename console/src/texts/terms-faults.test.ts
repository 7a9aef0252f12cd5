import { expect, test } from 'vitest';
import { faultText } from './terms-faults.ts';

test('a fault names the bound, what was entered and the source of the bound', () => {
  expect(
    faultText({ code: 'cooling_off_short', leastDays: 1, days: 0, citation: 'RBI, 2025' }),
  ).toBe('The cooling-off period must be at least 1 day, not 0 (RBI, 2025).');
  expect(
    faultText({
      code: 'gst_differs',
      ratePpm: 180_000,
      gstPpm: 50_000,
      extensionGstPpm: 180_000,
      citation: 'GST Act',
    }),
  ).toBe('GST on fees must be 18 %, not 5 % and 18 % (GST Act).');
  expect(faultText({ code: 'largest_amount_high', mostPaise: 20_000_000 })).toBe(
    'The largest amount must be at most ₹2,00,000.',
  );
});
