import { expect, test } from 'vitest';
import { type Act, type Assurance, codeValidMs, mayAct } from './step-up.ts';

const now = 1_800_000_000_000;

const at = (assurance: Assurance, age: number | undefined) => ({
  assurance,
  codeEnteredAtMs: age === undefined ? undefined : now - age,
});

// Columns: a link's session; one a code was entered on long ago; one a code was entered on just
// now.
test.each<[Act, string, string, string]>([
  ['save_first', 'ok', 'ok', 'ok'],
  ['see_saved', 'confirm', 'ok', 'ok'],
  ['change_saved', 'confirm', 'ok', 'ok'],
  ['name_account', 'confirm', 'ok', 'ok'],
  ['cancel', 'confirm', 'ok', 'ok'],
  ['agree', 'confirm', 'ok', 'ok'],
  ['request_limit', 'confirm', 'ok', 'ok'],
  ['move_money', 'confirm', 'confirm', 'ok'],
  ['end_sessions', 'confirm', 'confirm', 'ok'],
  ['change_passkeys', 'confirm', 'confirm', 'ok'],
  ['take_data', 'confirm', 'confirm', 'ok'],
])('%s: by a link %s, after an old code %s, after a new one %s', (act, link, old, fresh) => {
  const found = [at('link', undefined), at('otp', codeValidMs + 1), at('otp', 0)];
  expect(found.map((session) => mayAct(act, session, now))).toEqual([link, old, fresh]);
});

test.each<[Assurance, number | undefined, string]>([
  ['otp', codeValidMs, 'ok'],
  ['otp', codeValidMs + 1, 'confirm'],
  ['otp', undefined, 'confirm'],
  ['otp', -1, 'confirm'],
  ['link', 0, 'confirm'],
])('moving money on a session by %s, code entered %s ms ago: %s', (assurance, age, expected) => {
  expect(mayAct('move_money', at(assurance, age), now)).toBe(expected);
});
