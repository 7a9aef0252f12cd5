/**
 * A state or union territory: its GST code, its names, the usual one first, and the first digits
 * of its PIN codes.
 */
interface State {
  readonly names: readonly [string, ...string[]];
  readonly pins: readonly string[];
}

/**
 * India's 28 states and 8 union territories by the first two digits of a GSTIN, which GST's place
 * of supply and its returns use too. 26 holds what was 25 and 26 since 26 January 2020, 37 replaces
 * 28 for Andhra Pradesh, and 38 is Ladakh. Source: the GST portal's list of state codes. PIN codes:
 * the postal circles of India Post, with the places of one state that another's circle serves.
 */
const STATES = {
  '01': { names: ['Jammu and Kashmir', 'Jammu Kashmir'], pins: ['18', '19'] },
  '02': { names: ['Himachal Pradesh'], pins: ['17'] },
  '03': { names: ['Punjab'], pins: ['14', '15', '160'] },
  '04': { names: ['Chandigarh'], pins: ['160'] },
  '05': { names: ['Uttarakhand', 'Uttaranchal'], pins: ['24', '26'] },
  '06': { names: ['Haryana'], pins: ['12', '13'] },
  '07': { names: ['Delhi', 'New Delhi'], pins: ['11'] },
  '08': { names: ['Rajasthan'], pins: ['30', '31', '32', '33', '34'] },
  '09': { names: ['Uttar Pradesh'], pins: ['2'] },
  '10': { names: ['Bihar'], pins: ['80', '81', '82', '84', '85'] },
  '11': { names: ['Sikkim'], pins: ['737'] },
  '12': { names: ['Arunachal Pradesh'], pins: ['790', '791', '792'] },
  '13': { names: ['Nagaland'], pins: ['797', '798'] },
  '14': { names: ['Manipur'], pins: ['795'] },
  '15': { names: ['Mizoram'], pins: ['796'] },
  '16': { names: ['Tripura'], pins: ['799'] },
  '17': { names: ['Meghalaya'], pins: ['793', '794'] },
  '18': { names: ['Assam'], pins: ['78'] },
  '19': { names: ['West Bengal'], pins: ['70', '71', '72', '73', '74'] },
  '20': { names: ['Jharkhand'], pins: ['81', '82', '83'] },
  '21': { names: ['Odisha', 'Orissa'], pins: ['75', '76', '77'] },
  '22': { names: ['Chhattisgarh', 'Chattisgarh'], pins: ['49'] },
  '23': { names: ['Madhya Pradesh'], pins: ['45', '46', '47', '48'] },
  '24': { names: ['Gujarat'], pins: ['36', '37', '38', '39'] },
  '26': {
    names: [
      'Dadra and Nagar Haveli and Daman and Diu',
      'Daman and Diu',
      'Dadra and Nagar Haveli',
      'Nagar Haveli',
    ],
    pins: ['362', '396'],
  },
  '27': { names: ['Maharashtra'], pins: ['40', '41', '42', '43', '44'] },
  '29': { names: ['Karnataka'], pins: ['56', '57', '58', '59'] },
  '30': { names: ['Goa'], pins: ['403'] },
  '31': { names: ['Lakshadweep'], pins: ['682'] },
  '32': { names: ['Kerala'], pins: ['67', '68', '69'] },
  '33': { names: ['Tamil Nadu', 'Tamilnadu'], pins: ['60', '61', '62', '63', '64'] },
  '34': { names: ['Puducherry', 'Pondicherry'], pins: ['533', '605', '607', '609', '673'] },
  '35': {
    names: ['Andaman and Nicobar Islands', 'Andaman and Nicobar', 'Nicobar Islands'],
    pins: ['744'],
  },
  '36': { names: ['Telangana'], pins: ['50'] },
  '37': { names: ['Andhra Pradesh'], pins: ['507', '51', '52', '53'] },
  '38': { names: ['Ladakh'], pins: ['194'] },
} as const satisfies Record<string, State>;

export type StateCode = keyof typeof STATES;

/** In alphabetical order of the English names. */
export const STATE_CODES = (Object.keys(STATES) as StateCode[]).sort((a, b) =>
  nameState(a) < nameState(b) ? -1 : 1,
);

export function isStateCode(code: string): code is StateCode {
  return Object.hasOwn(STATES, code);
}

/** The usual English name. */
export function nameState(code: StateCode): string {
  return STATES[code].names[0];
}

/** Every spelling of every state's name, in capitals, with its code. */
export const STATE_NAMES: readonly (readonly [name: string, code: StateCode])[] = (
  Object.keys(STATES) as StateCode[]
).flatMap((code) => STATES[code].names.map((name) => [name.toUpperCase(), code] as const));

/** The states where PIN codes begin like this one. */
export function listStatesByPin(pin: string): StateCode[] {
  return STATE_CODES.filter((code) => STATES[code].pins.some((start) => pin.startsWith(start)));
}

/** The first digits of the PIN codes of a state. */
export function listPinStarts(code: StateCode): readonly string[] {
  return STATES[code].pins;
}

/** The PIN codes of the army's post offices, which are in any state. */
const ARMY = '9';

/**
 * Whether a PIN code and a state belong together, as far as their first digits tell. A post office
 * near a border may serve places beyond it: a "no" is a question to the borrower, not a refusal.
 */
export function isUsualPin(pin: string, state: StateCode): boolean {
  return pin.startsWith(ARMY) || listPinStarts(state).some((start) => pin.startsWith(start));
}
