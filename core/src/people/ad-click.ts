/**
 * The address's own tracking parameter: replaced by a click's mark, or taken off. @ASSUMED its
 * name; specification §2, guards.
 */
export const TRACKING_PARAMETER = 'trackId';
/** The address's parameter that names a campaign, and what it may be. */
export const CAMPAIGN_PARAMETER = 'utm_campaign';
export const CAMPAIGN = /^[\w.-]{1,64}$/;

/** Parameters with which advertisements identify the click. */
const CLICK_PARAMETERS = [
  'gclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'msclkid',
  'ttclid',
  'twclid',
  'dclid',
  'yclid',
  'li_fat_id',
  'ScCid',
  'epik',
  'rdt_cid',
  'irclickid',
];

/**
 * An address's query without what follows a person: the rest as it was, and the ad click that
 * brought them, if one did.
 */
export interface CleanQuery {
  readonly query: string;
  readonly click: string | null;
  readonly isChanged: boolean;
}

/**
 * Takes tracking and ad-click parameters off a query.
 * @param query without its question mark
 */
export function cleanQuery(query: string): CleanQuery {
  const isTracking = (name: string) =>
    name === TRACKING_PARAMETER || CLICK_PARAMETERS.includes(name);
  const parseName = (pair: string) => pair.split('=', 1)[0] ?? '';
  const pairs = query.split('&');
  const found = pairs.filter((pair) => isTracking(parseName(pair)));
  const click =
    found.find((pair) => parseName(pair) !== TRACKING_PARAMETER && pair.includes('=')) ?? null;
  if (found.length === 0) return { query, click: null, isChanged: false };

  return { query: pairs.filter((pair) => !found.includes(pair)).join('&'), click, isChanged: true };
}
