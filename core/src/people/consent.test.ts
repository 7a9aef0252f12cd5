import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ConsentRecord,
  consentTexts,
  decideConsent,
  decideConsentState,
  goesOnWithout,
  mayCollect,
  PURPOSES,
  type Purpose,
} from './consent.ts';
import { consentTextsFor, coversItem, findConsentText } from './consent-texts.ts';

const NOW = consentTexts.face_check.textVersion;

const given = (more: Partial<ConsentRecord> = {}): ConsentRecord => ({
  purpose: 'face_check',
  textVersion: NOW,
  language: 'en',
  decision: 'given',
  withdrawnAt: null,
  ...more,
});

const refused = given({ decision: 'refused' });
const withdrawn = given({ withdrawnAt: 5 });
const older = given({ textVersion: '2020-01' });

test.each([
  ['nothing was decided', [], 'none'],
  ['another purpose was agreed to', [given({ purpose: 'contacts' })], 'none'],
  ['agreed to the current text', [given()], 'given'],
  ['agreed to an older text', [older], 'outdated'],
  ['agreed to an older text, then to the current one', [older, given()], 'given'],
  ['refused', [refused], 'refused'],
  ['refused an older text', [given({ decision: 'refused', textVersion: '2020-01' })], 'refused'],
  ['refused, then agreed', [refused, given()], 'given'],
  ['withdrawn', [withdrawn], 'withdrawn'],
  [
    'withdrawn in both languages',
    [withdrawn, given({ withdrawnAt: 5, language: 'es' })],
    'withdrawn',
  ],
  ['withdrawn, then agreed again', [withdrawn, given()], 'given'],
] as const)('%s', (_, records, state) => {
  expect(decideConsentState(records, 'face_check')).toBe(state);
  expect(mayCollect(records, 'face_check')).toBe(state === 'given');
  expect(goesOnWithout(records, 'face_check')).toBe(state === 'refused' || state === 'withdrawn');
});

test('a required purpose can be refused, but the user cannot continue without it', () => {
  for (const purpose of PURPOSES.filter((one) => consentTexts[one].isRequired))
    expect(goesOnWithout([{ ...refused, purpose }], purpose)).toBe(false);
});

test('the face check, offers, notifications, measuring and the mark alone are optional', () => {
  const optional = PURPOSES.filter((purpose) => !consentTexts[purpose].isRequired);
  expect(optional).toEqual([
    'face_check',
    'location',
    'offers',
    'notifications',
    'usage',
    'device_mark',
  ]);
});

describe('a decision', () => {
  test.each([
    ['the first yes is recorded', [], true, { adds: 'given', withdraws: false }],
    ['the same yes is not', [given()], true, { adds: null, withdraws: false }],
    [
      'a yes in another language is',
      [given({ language: 'es' })],
      true,
      { adds: 'given', withdraws: false },
    ],
    ['a yes to a new text is', [older], true, { adds: 'given', withdraws: false }],
    ['a yes after a no is', [refused], true, { adds: 'given', withdraws: false }],
    ['a yes after withdrawing is', [withdrawn], true, { adds: 'given', withdraws: false }],
    ['the first no is', [], false, { adds: 'refused', withdraws: false }],
    ['the same no is not', [refused], false, { adds: null, withdraws: false }],
    ['a no to what was given withdraws it', [given()], false, { adds: null, withdraws: true }],
    ['also what was given to an older text', [older], false, { adds: null, withdraws: true }],
    ['withdrawing twice does nothing more', [withdrawn], false, { adds: null, withdraws: false }],
  ] as const)('%s', (_, records, isGiven, change) => {
    expect(decideConsent(records, { purpose: 'face_check', isGiven, language: 'en' })).toEqual(
      change,
    );
  });
});

/** Applies a decision as the store does. */
function after(
  records: readonly ConsentRecord[],
  purpose: Purpose,
  isGiven: boolean,
  language: string,
) {
  const { adds, withdraws } = decideConsent(records, { purpose, isGiven, language });
  const kept = records.map((one) =>
    withdraws && one.purpose === purpose && one.withdrawnAt === null
      ? { ...one, withdrawnAt: 1 }
      : one,
  );
  const { textVersion } = consentTexts[purpose];

  return adds
    ? [...kept, { purpose, textVersion, language, decision: adds, withdrawnAt: null }]
    : kept;
}

test('after any history the last word holds, saying it again changes nothing, and no record is lost', () => {
  const word = fc.tuple(fc.constantFrom(...PURPOSES), fc.boolean(), fc.constantFrom('en', 'es'));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
      let records: ConsentRecord[] = [];
      for (const [purpose, isGiven, language] of words) {
        const before = records.length;
        records = after(records, purpose, isGiven, language);
        expect(records.length).toBeGreaterThanOrEqual(before);
        expect(mayCollect(records, purpose)).toBe(isGiven);
        expect(after(records, purpose, isGiven, language)).toEqual(records);
      }
    }),
  );
});

describe('the text of the identity documents', () => {
  const [plain, withSource] = [false, true].map((hasSource) =>
    consentTextsFor({ hasSource, asksPanRegister: false, usesDigiLocker: false }),
  );

  test('names what the issuer signed only where the server verifies it', () => {
    expect(plain!.identity_documents.items).not.toContain('signed_source');
    expect(withSource!.identity_documents.items).toContain('signed_source');
    expect(findConsentText('identity_documents', '2020-01-1')).toBeUndefined();
  });

  test('covers the register of PANs only where the server asks it, and while it is given', () => {
    const asking = [false, true].map((hasSource) =>
      consentTextsFor({ hasSource, asksPanRegister: true, usesDigiLocker: false }),
    );
    const covers = (texts: typeof plain, rest: Partial<ConsentRecord> = {}) => {
      const { textVersion } = texts!.identity_documents;
      const record = { ...given({ purpose: 'identity_documents', textVersion }), ...rest };
      return coversItem([record], 'identity_documents', 'pan_register');
    };

    expect([plain, withSource].map((texts) => covers(texts))).toEqual([false, false]);
    expect(asking.map((texts) => covers(texts))).toEqual([true, true]);
    expect(covers(asking[0], { withdrawnAt: 1 })).toBe(false);
    expect(covers(asking[0], { decision: 'refused' })).toBe(false);
    expect(covers(asking[0], { textVersion: '2020-01-1' })).toBe(false);
    expect(
      new Set([plain, withSource, ...asking].map((t) => t!.identity_documents.textVersion)),
    ).toHaveProperty('size', 4);
  });

  test('is asked for again once the server verifies what the issuer signed', () => {
    const { textVersion } = plain!.identity_documents;
    const records = [given({ purpose: 'identity_documents', textVersion })];
    expect(mayCollect(records, 'identity_documents', plain)).toBe(true);
    expect(decideConsentState(records, 'identity_documents', withSource)).toBe('outdated');
  });
});
