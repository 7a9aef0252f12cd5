import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { MemoryRouter } from '../../testing/memory-router.tsx';
import { EmptyState, ErrorState } from '../feedback/states.tsx';
import { Link, Route, Routes } from '../routing/router.tsx';
import { BackContext } from './header.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { Page } from './page.tsx';
import { StepList } from './steps.tsx';
import { TabBar } from './tab-bar.tsx';

function show(target: React.ReactNode, entries = ['/start', '/target']) {
  return render(
    <div id="app">
      <MemoryRouter initialEntries={['/start']}>
        <Routes>
          <Route
            path="/start"
            element={
              <Page title="Start">
                <Link to={entries[1] ?? ''}>Go</Link>
              </Page>
            }
          />
          <Route path="/target" element={target} />
          <Route path="/noren" element={<Page title="Noren">The landing page</Page>} />
        </Routes>
      </MemoryRouter>
    </div>,
  );
}

describe('Page', () => {
  it('titles the document, is announced by focus on its heading, and goes back', async () => {
    show(<Page title="Repay">Content</Page>);
    await userEvent.click(screen.getByRole('link', { name: 'Go' }));

    const heading = screen.getByRole('heading', { level: 1, name: 'Repay' });
    expect(document.title).toBe('Repay · Noren');
    expect(document.activeElement).toBe(heading);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('heading', { name: 'Start' })).toBeTruthy();
  });

  it('goes to the landing page when the app was opened here', async () => {
    show(<Page title="Repay">Content</Page>);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('The landing page')).toBeTruthy();
  });

  it('goes to a given path', async () => {
    show(
      <Page title="Repay" back="/noren">
        Content
      </Page>,
    );
    await userEvent.click(screen.getByRole('link', { name: 'Go' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('The landing page')).toBeTruthy();
  });

  it('goes to a named route, or to the root where the app was opened, by the given rules', async () => {
    const routes = {
      named: (route: string) => (route === 'order' ? '/noren' : '/target'),
      findRoot: () => '/start',
    };

    const rules = (back: 'order' | true) => (
      <BackContext value={routes}>
        <Page title="Repay" back={back}>
          Content
        </Page>
      </BackContext>
    );

    show(rules('order'));
    await userEvent.click(screen.getByRole('link', { name: 'Go' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('The landing page')).toBeTruthy();
    cleanup();
    render(
      <MemoryRouter initialEntries={['/target']}>
        <Routes>
          <Route path="/target" element={rules(true)} />
          <Route path="/start" element="The root" />
        </Routes>
      </MemoryRouter>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('The root')).toBeTruthy();
  });

  it('lets keyboard users skip the bar', async () => {
    render(
      <MemoryRouter>
        <Page title="Repay">
          <button type="button">Pay</button>
        </Page>
      </MemoryRouter>,
    );
    screen.getByRole('button', { name: 'Skip to content' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay' }));
  });

  it('can prevent going back', async () => {
    const before = vi.fn(() => false);
    show(
      <Page title="Repay" onBeforeBack={before}>
        Content
      </Page>,
    );
    await userEvent.click(screen.getByRole('link', { name: 'Go' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(before).toHaveBeenCalledTimes(1));
    expect(screen.getByRole('heading', { name: 'Repay' })).toBeTruthy();
  });
});

describe('TabBar', () => {
  it('links to the given paths and marks the current tab', () => {
    render(
      <MemoryRouter>
        <TabBar hrefs={{ home: '/noren', order: '/order', profile: '/user' }} current="order" />
      </MemoryRouter>,
    );
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/noren');
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Order');
  });
});

describe('states', () => {
  it('shows that the phone is offline while it is', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(<OfflineBar />);
    expect(screen.getByRole('status').textContent).toContain('You are offline');
    online.mockReturnValue(true);
    act(() => {
      dispatchEvent(new Event('online'));
    });
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('offer a retry, and explain an empty list', async () => {
    const retry = vi.fn();
    render(
      <>
        <ErrorState onRetry={retry} />
        <EmptyState title="No orders yet" text="Apply for a loan" />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('heading', { name: 'No orders yet' })).toBeTruthy();
  });

  it('mark the current step and the finished ones', () => {
    render(
      <StepList
        items={[
          { label: 'Register', state: 'done' },
          { label: 'Certification', state: 'now' },
        ]}
      />,
    );

    const [first, second] = screen.getAllByRole('listitem');
    expect(first?.textContent).toContain('(done)');
    expect(second?.getAttribute('aria-current')).toBe('step');
  });
});
