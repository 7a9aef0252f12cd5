import { carousel } from '@noren/contract/public';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { HomeCarousel } from './home-carousel.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  server.answers(carousel, {
    details: [
      {
        cardId: 'price',
        title: 'The whole price first',
        text: 'It stands there.',
        target: 'documents',
      },
      {
        cardId: 'return',
        title: 'You may change your mind',
        text: 'Within 3 days.',
        target: 'service',
      },
      {
        cardId: 'complaint',
        title: 'A complaint is answered',
        text: 'Within 30 days.',
        target: 'officers',
      },
    ],
  });
});

const open = () => renderScreen(<HomeCarousel />, '/home');
const shown = () =>
  screen.getAllByRole('button').findIndex((dot) => dot.getAttribute('aria-current') === 'true');

describe('the carousel', () => {
  it('makes every card reachable, each with its link', async () => {
    open();
    const hrefs = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/documents', '/customer-service', '/grievance']);
  });

  it('moves by dots and arrow keys, and stops at both ends', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Card 2 of 3' }));
    expect(shown()).toBe(1);
    await userEvent.keyboard('{ArrowRight}');
    expect(shown()).toBe(2);
    await userEvent.keyboard('{ArrowRight}');
    expect(shown()).toBe(2);
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(shown()).toBe(0);
  });

  it('is omitted when it fails to load', async () => {
    server.refuses(carousel, 500);
    open();
    await expect.poll(() => server.sentTo(carousel).length).toBe(1);
    await expect.poll(() => document.querySelector('main, section, [aria-busy]')).toBeNull();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
