type NoValues = Record<never, never>;

/**
 * What can be wrong with terms that staff propose, with the values of its sentence: days as counts,
 * rates in parts per million, amounts in paise. The console has the sentences.
 */
export interface FaultValues {
  // Products
  cooling_off_short: { leastDays: number; days: number; citation: string };
  gst_differs: { ratePpm: number; gstPpm: number; extensionGstPpm: number; citation: string };
  penal_high: { mostPpm: number; ppm: number; citation: string };
  amounts_unfit: NoValues;
  largest_amount_high: { mostPaise: number };
  tenor_outside: NoValues;
  rate_unfit: NoValues;
  days_unfit: NoValues;
  extension_unfit: NoValues;
  // Scorecards
  rows_changed: NoValues;
  review_below_decline: NoValues;
  step_missing: NoValues;
  least_limit_below_step: NoValues;
  first_limit_low: NoValues;
  first_limit_high: { mostPaise: number };
  income_share_missing: NoValues;
  first_band_not_zero: NoValues;
  band_not_above: NoValues;
  limit_high: { mostPaise: number };
  points_not_more: NoValues;
  limit_less: NoValues;
  // Campaigns
  coupon_worthless: NoValues;
  budget_small: NoValues;
  campaign_past: NoValues;
  campaign_reversed: NoValues;
  campaign_long: { days: number };
}

export type FaultCode = keyof FaultValues;

export type TermsFault = {
  [C in FaultCode]: { readonly code: C } & Readonly<FaultValues[C]>;
}[FaultCode];
