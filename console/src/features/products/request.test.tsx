import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { OPEN_REQUEST } from '../../testing/sample-request.ts';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { productsScreen } from './screen.ts';

const REQUEST = OPEN_REQUEST.requestId;

const APPROVAL = { ...OPEN_REQUEST, kind: 'level_ceiling', reason: 'the new rule' };

test('a change that is no longer possible says why', async () => {
  serverDouble({
    staffMe: () => aMember(['product_manager']),
    workCounts: () => ({ kinds: [], toAnswer: 0 }),
    approval: () => ({
      approval: APPROVAL,
      proposal: {
        kind: 'level_ceiling',
        level: 'document_seen',
        ceilingPaise: 6_000_000,
        effectiveFrom: '2026-12-01',
        citation: 'counsel',
      },
      effectWhenMade: null,
      effectNow: null,
      effectDone: null,
      problem: { reason: 'ceiling_above_maximum', mostPaise: 5_000_000 },
      decisionReason: null,
      comments: [],
    }),
  });
  window.history.replaceState(null, '', `/products/requests/${REQUEST}`);
  renderConsole([productsScreen]);

  expect(
    await screen.findByText('No ceiling may be above the largest loan, ₹50,000.'),
  ).toBeTruthy();
});
