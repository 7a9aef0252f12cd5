import type { FaultCode, FaultValues, TermsFault } from '@noren/core/lending/terms-fault';
import { formatRupees, paise } from '@noren/core/money/money';

type Texts = {
  readonly [C in FaultCode]: keyof FaultValues[C] extends never
    ? string
    : (values: FaultValues[C]) => string;
};

const percent = (ppm: number): string => `${ppm / 10_000} %`;
const rupeesText = (amountPaise: number): string => formatRupees(paise(amountPaise));

const FAULTS: Texts = {
  cooling_off_short: ({ leastDays, days, citation }) =>
    `The cooling-off period must be at least ${leastDays} day${leastDays === 1 ? '' : 's'}, not ${days} (${citation}).`,
  gst_differs: ({ ratePpm, gstPpm, extensionGstPpm, citation }) =>
    `GST on fees must be ${percent(ratePpm)}, not ${percent(gstPpm)} and ${percent(extensionGstPpm)} (${citation}).`,
  penal_high: ({ mostPpm, ppm, citation }) =>
    `The penal charge must be at most ${percent(mostPpm)} a day, not ${percent(ppm)} (${citation}).`,

  amounts_unfit: 'Both amounts must be above zero, and a whole number of steps apart.',
  largest_amount_high: ({ mostPaise }) =>
    `The largest amount must be at most ${rupeesText(mostPaise)}.`,
  tenor_outside: 'The tenor must be 1 to 365 days.',
  rate_unfit: 'Enter a rate from 0 % to 100 %, with at most four decimals.',
  days_unfit: 'Enter a whole number of days.',
  extension_unfit: 'Enter whole numbers for the extension: its days and how often.',

  rows_changed:
    'The rows and what they read cannot change here: only points, bands, cut-offs and limits.',
  review_below_decline: 'Review must begin where the decline ends, or above.',
  step_missing: 'The step of limits must be more than nothing.',
  least_limit_below_step: 'The least limit must be a step or more.',
  first_limit_low: 'A first limit must be able to reach the least limit.',
  first_limit_high: ({ mostPaise }) =>
    `Enter at most ${rupeesText(mostPaise)}: no loan may be larger.`,
  income_share_missing: 'Some share of the income must count.',

  first_band_not_zero: 'The first band must start at 0.',
  band_not_above: 'Start this band above the one before.',
  limit_high: ({ mostPaise }) => `No limit may be more than ${rupeesText(mostPaise)}.`,
  points_not_more: 'Enter more points than on the line before.',
  limit_less: 'Enter at least the limit of the line before: more points cannot give less.',

  coupon_worthless: 'A coupon must be worth more than zero.',
  budget_small: 'The budget does not pay for one coupon.',
  campaign_past: 'A campaign cannot start in the past.',
  campaign_reversed: 'A campaign cannot end before it starts.',
  campaign_long: ({ days }) =>
    `A campaign runs at most ${days} days. End it earlier and start another one.`,
};

/** What is wrong with proposed terms, beside their field or in a refusal. */
export function faultText(fault: TermsFault): string {
  const text = FAULTS[fault.code] as string | ((values: TermsFault) => string);

  return typeof text === 'string' ? text : text(fault);
}
