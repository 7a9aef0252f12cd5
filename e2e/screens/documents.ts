import type { ScreenshotContext } from './screens.ts';

/** The documents of a loan: the list, one ready to save, and those of an offer. */
export const documentScenes: Record<string, (screenshots: ScreenshotContext) => Promise<void>> = {
  async documents({ page, textOf, be, shoot }) {
    await be('settled', '/documents');
    await page.getByText(textOf('docs.lead')).waitFor();
    await shoot('36-documents', 'whole');
    await page.getByRole('button', { name: textOf('docs.kind_closing') }).click();
    await page.getByRole('button', { name: textOf('docs.save') }).waitFor();
    await shoot('36-document-ready');
    await be('new', '/documents');
    await page.getByText(textOf('docs.none_text')).waitFor();
    await shoot('36-documents-none');
  },
};
