import { expect, test } from 'vitest';
import { type IdentityFacts, identityLevel, levelsAbove } from './identity-level.ts';

test.each<[IdentityFacts, ReturnType<typeof identityLevel>]>([
  [{ identity: null, source: null, pan: null, isFullKyc: false }, 'none'],
  [{ identity: null, source: 'agrees', pan: null, isFullKyc: false }, 'none'],
  [{ identity: 'review', source: 'agrees', pan: null, isFullKyc: false }, 'none'],
  [{ identity: 'review_again', source: 'pending', pan: null, isFullKyc: false }, 'document_seen'],
  [{ identity: 'review_again', source: 'agrees', pan: null, isFullKyc: false }, 'document_seen'],
  [{ identity: 'review_again', source: 'agrees', pan: null, isFullKyc: true }, 'full'],
  [{ identity: 'refused', source: 'agrees', pan: null, isFullKyc: true }, 'none'],
  [{ identity: 'verified', source: null, pan: null, isFullKyc: false }, 'document_seen'],
  [{ identity: 'verified', source: 'pending', pan: null, isFullKyc: false }, 'document_seen'],
  [{ identity: 'verified', source: 'differs', pan: null, isFullKyc: false }, 'document_seen'],
  [{ identity: 'verified', source: 'agrees', pan: null, isFullKyc: false }, 'source_checked'],
  [{ identity: 'verified', source: 'agrees', pan: 'agrees', isFullKyc: false }, 'source_checked'],
  [{ identity: 'verified', source: 'agrees', pan: 'waiting', isFullKyc: false }, 'document_seen'],
  [{ identity: 'verified', source: 'agrees', pan: 'differs', isFullKyc: false }, 'document_seen'],
  [{ identity: 'verified', source: null, pan: 'agrees', isFullKyc: false }, 'document_seen'],
  [{ identity: 'verified', source: 'agrees', pan: 'differs', isFullKyc: true }, 'full'],
  [{ identity: 'verified', source: null, pan: null, isFullKyc: true }, 'full'],
  [{ identity: 'verified', source: 'agrees', pan: null, isFullKyc: true }, 'full'],
])('%j is the level %s', (facts, level) => {
  expect(identityLevel(facts)).toBe(level);
});

test('each level above has the one step that leads to it', () => {
  expect(levelsAbove('none', true)).toEqual([
    { level: 'document_seen', step: 'confirm_identity' },
    { level: 'source_checked', step: 'send_card_code' },
    { level: 'full', step: 'meet_lender' },
  ]);
  expect(levelsAbove('source_checked', true)).toEqual([{ level: 'full', step: 'meet_lender' }]);
  expect(levelsAbove('full', true)).toEqual([]);
});

test('a server without a source names no step that leads to one', () => {
  expect(levelsAbove('document_seen', false)).toEqual([{ level: 'full', step: 'meet_lender' }]);
});
