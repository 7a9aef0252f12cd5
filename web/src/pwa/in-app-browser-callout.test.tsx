import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { detectBrowser } from './in-app-browser.ts';
import { InAppBrowserCallout } from './in-app-browser-callout.tsx';
import { OpenInBrowser } from './in-app-browser-guide.tsx';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const instagram = `Mozilla/5.0 (Linux; Android 13; SM-A045F; wv) ${chrome} Instagram 350.0`;
const facebookIos =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/480]';

describe('inside another app', () => {
  it('shows once how to open the page in a browser, and can be closed', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(instagram);
    renderScreen(<InAppBrowserCallout />, '/noren');
    await screen.findByRole('dialog', { name: 'Open in your browser' });
    expect(screen.getByRole('link', { name: 'Open in the browser' }).getAttribute('href')).toMatch(
      /^intent:.*;end$/,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Go on here' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    renderScreen(<InAppBrowserCallout />, '/noren');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('on an iPhone shows its own steps and the address to copy', () => {
    renderScreen(
      <OpenInBrowser
        browser={detectBrowser(facebookIos)}
        address="https://noren.example/#/login"
        onClose={() => undefined}
      />,
      '/noren',
    );
    expect(screen.getByText(/inside Facebook/)).toBeTruthy();
    expect(screen.getByText('Choose “Open in Safari” or “Open in browser”.')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('https://noren.example/#/login')).toBeTruthy();
  });
});
