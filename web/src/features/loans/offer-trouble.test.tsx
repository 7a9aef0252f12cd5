import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { OfferTrouble } from './offer-trouble.tsx';

it('an unusable bank account shows a link to change it', () => {
  const trouble = {
    kind: 'account' as const,
    text: 'Your bank has not confirmed your account yet.',
  };
  renderScreen(<OfferTrouble trouble={trouble} onRetry={() => undefined} busy={false} />, '/loan');
  expect(screen.getByRole('alert').textContent).toContain('not confirmed');
  expect(screen.getByRole('link', { name: 'See your bank account' }).getAttribute('href')).toBe(
    '/modify-bank-info',
  );
});

it('a withdrawn consent shows a link to give it again', () => {
  const trouble = { kind: 'consent' as const, text: 'You withdrew a consent that a loan needs.' };
  renderScreen(<OfferTrouble trouble={trouble} onRetry={() => undefined} busy={false} />, '/loan');
  expect(screen.getByRole('alert').textContent).toContain('withdrew');
  expect(screen.getByRole('link', { name: 'See what you agreed to' }).getAttribute('href')).toBe(
    '/data/consents',
  );
});
