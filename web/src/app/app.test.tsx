import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { NoAnswer, reportFailure } from '../api/api.ts';
import { setBoot } from '../api/boot.ts';
import { sampleConfig } from '../testing/sample-config.ts';
import { stubServerSignedOut } from '../testing/sign-in.ts';
import { App } from './app.tsx';

beforeEach(() => {
  stubServerSignedOut();
  setBoot({ sealKey: null, config: sampleConfig } as never);
  location.hash = '#/noren';
});

it('shows a failure that no screen says in a toast', async () => {
  render(<App />);
  reportFailure(new NoAnswer('The bank is away'));
  expect(await screen.findByRole('button', { name: 'The bank is away' })).toBeTruthy();
});
