import { releaseVersion } from '../support/offline-app.ts';
import { startProxy } from '../support/proxy.ts';
import { jump } from '../support/sandbox.ts';
import type { ScreenshotContext } from './screens.ts';

type Scene = (screenshots: ScreenshotContext) => Promise<void>;

/**
 * What the phone shows by itself: the last order without a network, and a new version of the app.
 */
export const offlineScenes: Record<string, Scene> = {
  async offline({ page, textOf, url, shoot }) {
    const front = await startProxy(url);

    const open = async (path: string): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(`${front.url}/#${path}`);
    };

    try {
      await jump(page.context(), front.url, 'active');
      await open('/order');
      await page.getByRole('heading', { name: 'Noren 7' }).waitFor();
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      await releaseVersion(page, front);
      await page.getByText(textOf('update.ready')).waitFor();
      await shoot('80-update-offered');
      await page.getByRole('button', { name: textOf('update.later') }).click();
      front.disconnect();
      await page.context().setOffline(true);
      await open('/order');
      await page.getByRole('region', { name: textOf('offline.last_order') }).waitFor();
      await shoot('80-offline-order');
      await open('/home');
      await page.getByRole('region', { name: textOf('offline.last_order') }).waitFor();
      await shoot('80-offline-home');
      await open('/coupon');
      await page.getByText(textOf('ui.offline'), { exact: true }).waitFor();
      await shoot('80-offline-coupons');
    } finally {
      front.close();
    }
  },
};
