import type { ReviewCase } from '@noren/contract/staff/review';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render-console.tsx';
import { Pictures } from './pictures.tsx';

const USER = '0195f000-0000-7000-8000-000000000001';

type Evidence = Pick<ReviewCase, 'userId' | 'documents' | 'signed' | 'face'>;

const EVIDENCE: Evidence = {
  userId: USER,
  documents: [{ type: 'aadhaarBack', isRead: true, hasPicture: true, confidence: 90, readAt: 1 }],
  signed: {
    kind: 'secure_qr',
    issuedAt: 1,
    last4: '0124',
    name: 'Asha Rao',
    birth: '1990-01-02',
    gender: 'F',
    address: '',
    differences: ['photo'],
    hasPhoto: true,
    otherAccount: null,
  },
  face: {
    outcome: 'passed',
    mode: 'camera',
    poses: ['face'],
    reason: null,
    pose: null,
    score: 90,
    likeness: 90,
    similarity: 80,
    hints: [],
    hasPicture: true,
    decidedAt: 1,
  },
};

const show = (more: Partial<Evidence> = {}) =>
  renderPart(<Pictures reviewCase={{ ...EVIDENCE, ...more } as ReviewCase} />);

const sources = () =>
  screen.getAllByRole('img').map((picture) => picture.getAttribute('src')?.split('/').at(-1));

test('the photo that the issuer signed stands beside the face', async () => {
  show();
  expect(sources()).toEqual(['aadhaarBack', 'signedPhoto', 'face']);

  await userEvent.keyboard('2');
  expect(
    screen.getByRole('button', { name: 'Photo signed by the issuer', pressed: true }),
  ).toBeTruthy();
});

test.each([
  ['of no source', { signed: null }],
  ['that was like the face', { signed: { ...EVIDENCE.signed!, hasPhoto: false } }],
])('there is no photo %s', (_, more) => {
  show(more);
  expect(sources()).toEqual(['aadhaarBack', 'face']);
});
