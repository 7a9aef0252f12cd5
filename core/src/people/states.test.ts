import { describe, expect, it } from 'vitest';
import { matchState } from './state-match.ts';
import { isUsualPin, listStatesByPin, nameState, STATE_CODES } from './states.ts';

describe('the states and union territories', () => {
  it('are 28 and 8, each with PIN codes of its own', () => {
    expect(STATE_CODES).toHaveLength(36);
    expect(new Set(STATE_CODES.map(nameState)).size).toBe(36);
  });

  it.each([
    ['Orissa', '21'],
    ['ODISHA', '21'],
    ['odisha ', '21'],
    ['NCT of Delhi', '07'],
    ['National Capital Territory of Delhi', '07'],
    ['TAMILNADU', '33'],
    ['Tamil  Nadu', '33'],
    ['Jammu & Kashmir', '01'],
    ['Pondicherry', '34'],
    ['Uttaranchal', '05'],
    ['Karnatka', '29'],
    ['Maharastra', '27'],
    ['Chattisgarh', '22'],
    ['Dadra & Nagar Haveli and Daman & Diu', '26'],
    ['Daman and Diu', '26'],
    ['Goa', '30'],
    // One wrong letter of three, of another country, of nothing.
    ['Gao', null],
    ['Sindh', null],
    ['Pradesh', null],
    ['', null],
    ['12 4', null],
    ['महाराष्ट्र', null],
    ['A'.repeat(5_000), null],
  ])('"%s" names %s', (text, code) => {
    expect(matchState(text)).toBe(code);
  });

  it('match their own names, whatever the letters', () => {
    for (const code of STATE_CODES) {
      expect(matchState(nameState(code))).toBe(code);
      expect(matchState(nameState(code).toUpperCase())).toBe(code);
    }
  });
});

describe('the first digits of a PIN code', () => {
  it.each([
    ['560034', '29', true],
    ['560034', '27', false],
    ['110001', '07', true],
    ['403001', '30', true],
    ['403001', '27', true],
    ['400001', '30', false],
    ['737101', '11', true],
    ['248001', '05', true],
    ['201301', '05', false],
    // The army's post offices move.
    ['999999', '38', true],
    // No PIN code begins so.
    ['350001', '08', false],
  ] as const)('%s and state %s: %s', (pin, state, isUsual) => {
    expect(isUsualPin(pin, state)).toBe(isUsual);
  });

  it('tell the state where only one has such codes', () => {
    expect(listStatesByPin('560034')).toEqual(['29']);
    expect(listStatesByPin('403001')).toEqual(['30', '27']);
    expect(listStatesByPin('350001')).toEqual([]);
    expect(listStatesByPin('')).toEqual([]);
  });
});
