import { receiveCoupon } from '@noren/contract/coupons';
import { creditInfo, productList } from '@noren/contract/loans';
import { billList } from '@noren/contract/orders';
import { guidanceMsg } from '@noren/contract/preorder';
import { carousel } from '@noren/contract/public';
import { realName } from '@noren/contract/real-name';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleCoupon, sampleCredit, today } from '../../testing/loan-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { HomeScreen } from './home.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  server.answers(realName, { name: 'K ASHA RAO' });
  server.answers(billList, { businessDay: today, details: [] });
  server.answers(productList, { businessDay: today, dependsOnLimit: false, details: [] });
  server.answers(guidanceMsg, { guidance: null });
  server.answers(carousel, { details: [] });
  server.answers(receiveCoupon, { coupon: sampleCoupon(), isNew: true });
});

const open = () => renderScreen(<HomeScreen />, '/home');

describe('the identity on home', () => {
  it('names the one step where the identity holds back a part of the limit', async () => {
    const next = { level: 'source_checked', step: 'send_card_code', mostPaise: 6_000_000 } as const;
    const identity = { level: 'document_seen', mostPaise: 0, next } as const;
    server.answers(creditInfo, sampleCredit({ availablePaise: 0, identity }));
    open();

    expect(await screen.findByText('Identity card seen: up to ₹0 in total')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Send the card' }).getAttribute('href')).toBe(
      '/send-again',
    );
  });

  it.each([
    ['correct_pan', /does not confirm your PAN/, ['Send the PAN card']],
    ['await_pan', /asking the income tax department about your PAN/, []],
  ] as const)(
    'says of a PAN at the step %s what the borrower can do',
    async (step, words, acts) => {
      const next = { level: 'source_checked', step, mostPaise: 6_000_000 } as const;
      const identity = { level: 'document_seen', mostPaise: 0, next } as const;
      server.answers(creditInfo, sampleCredit({ availablePaise: 0, identity }));
      open();

      expect(await screen.findByText(words)).toBeTruthy();
      const links = screen.queryAllByRole('link', { name: /^Send / });
      expect(links.map((link) => link.textContent)).toEqual(acts);
      for (const link of links) expect(link.getAttribute('href')).toBe('/send-again');
    },
  );

  it.each([
    ['settled', null],
    ['open', 'Please confirm your details by 27/11/2028'],
    ['late', 'Your details were to be confirmed by 27/11/2028'],
  ] as const)('an update of details that is %s is one line or none', async (state, line) => {
    const renewal = { confirmedDay: '2026-11-27', dueDay: '2028-11-27', heldFrom: '2028-11-28' };
    server.answers(creditInfo, sampleCredit({ renewal: { ...renewal, state } }));
    open();

    expect(await screen.findByText(/issuer: up to ₹60,000/)).toBeTruthy();
    if (line) expect(await screen.findByText(line)).toBeTruthy();
    expect(screen.queryAllByRole('link', { name: /details/ })).toHaveLength(line ? 1 : 0);
  });

  it('says the level without a step where the limit is within it', async () => {
    const next = { level: 'full', step: 'meet_lender', mostPaise: 8_000_000 } as const;
    const identity = { level: 'source_checked', mostPaise: 6_000_000, next } as const;
    server.answers(creditInfo, sampleCredit({ identity }));
    open();

    expect(await screen.findByText(/issuer: up to ₹60,000/)).toBeTruthy();
    expect(screen.queryByText(/in person or by video/)).toBeNull();
  });
});
