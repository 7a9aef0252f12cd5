import { CODES } from '@noren/contract/codes';
import { requestErasure, stopErasure, viewErasure } from '@noren/contract/privacy';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleErasure } from '../../testing/data-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { EraseScreen } from './erase.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const sheet = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('erasing', () => {
  it('lists what is deleted and what stays, confirms with equal buttons, and can be cancelled', async () => {
    server.answers(viewErasure, sampleErasure({ keepUntil: '2031-11-24' }));
    server.answers(requestErasure, sampleErasure());
    renderScreen(<EraseScreen />, '/data/erase');
    expect(await screen.findByText(/sealed and apart until 24\/11\/2031/)).toBeTruthy();
    await press('Ask for erasure');

    const dialog = await sheet('Ask us to erase your data?');
    const [ask, keep] = ['Ask for erasure', 'Keep my data'].map((name) =>
      dialog.getByRole('button', { name }),
    );

    expect(ask?.className).toBe(keep?.className);
    server.answers(
      viewErasure,
      sampleErasure({ state: 'waiting', requestedAt: 1, dueAt: Date.UTC(2026, 11, 1, 4, 30) }),
    );
    await userEvent.click(ask as HTMLElement);
    expect(await screen.findByText(/^Your data will be erased on /)).toBeTruthy();
    server.answers(stopErasure, sampleErasure({ state: 'cancelled' }));
    server.answers(viewErasure, sampleErasure({ state: 'cancelled' }));
    await press('Stop the erasure');
    expect(await screen.findByText('Stopped: your data stays')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Ask for erasure' })).toBeTruthy();
  });

  it('with a debt shows what blocks the erasure, and offers no button', async () => {
    server.answers(viewErasure, sampleErasure({ blocks: ['loan_runs', 'refund_runs'] }));
    renderScreen(<EraseScreen />, '/data/erase');
    expect(await screen.findByText(/Repay or cancel it first/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ask for erasure' })).toBeNull();
  });

  it('refused by staff says why and can be asked for again', async () => {
    server.answers(viewErasure, sampleErasure({ state: 'refused', refusedBecause: 'not_proved' }));
    renderScreen(<EraseScreen />, '/data/erase');
    expect(await screen.findByText(/could not tell whether it was you/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ask for erasure' })).toBeTruthy();
  });

  it('refused by the server shows why', async () => {
    server.answers(viewErasure, sampleErasure());
    server.refuses(requestErasure, CODES.conflict);
    renderScreen(<EraseScreen />, '/data/erase');
    await userEvent.click(await screen.findByRole('button', { name: 'Ask for erasure' }));

    const dialog = await sheet('Ask us to erase your data?');
    await userEvent.click(dialog.getByRole('button', { name: 'Ask for erasure' }));
    expect(await screen.findByText('refused')).toBeTruthy();
  });
});
