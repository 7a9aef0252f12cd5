import type { ScreenshotContext } from './screens.ts';

type Scene = (screenshots: ScreenshotContext) => Promise<void>;

/** The privacy centre. */
export const dataScenes: Record<string, Scene> = {
  async data_centre({ page, textOf, be, open, shoot }) {
    await be('settled', '/data');
    await shoot('74-data', 'whole');
    await open('/data/consents');
    await shoot('75-consents', 'whole');
    await page
      .getByRole('button', { name: new RegExp(`^${textOf('data.purpose_contacts')}`) })
      .click();
    await page.getByText(textOf('data.after_contacts')).waitFor();
    await shoot('75-consent');
    await open('/data/details');
    await page.getByText(textOf('certification.email')).waitFor();
    await shoot('76-details', 'whole');
    await page
      .getByRole('button', { name: new RegExp(`^${textOf('certification.workStatus')}`) })
      .click();
    await page.getByText(textOf('data.manner_review')).waitFor();
    await shoot('76-correct');
    await open('/data/copy');
    await page.getByRole('button', { name: textOf('data.copy_ask') }).click();
    await page
      .getByRole('button', {
        name: new RegExp(`^${textOf('data.copy_pdf').replace(/[()]/g, '\\$&')}`),
      })
      .waitFor();
    await shoot('77-copy');
    await open('/data/nominee');
    await page.getByRole('textbox').first().waitFor();
    await shoot('78-nominee', 'whole');
    await open('/data/erase');
    await page.getByText(textOf('data.erase_goes')).waitFor();
    await shoot('79-erase', 'whole');
    await page.getByRole('button', { name: textOf('data.erase_ask') }).click();
    await shoot('79-erase-sure');
  },

  async data_blocked({ textOf, page, be, shoot }) {
    await be('active', '/data/erase');
    await page.getByText(textOf('data.blocked')).waitFor();
    await shoot('79-erase-blocked', 'whole');
  },
};
