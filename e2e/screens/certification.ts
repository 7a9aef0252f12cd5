import type { Page } from '@playwright/test';
import { inventPerson, samplePicture } from '../support/sandbox.ts';
import type { TextOf } from '../support/texts.ts';
import { pressAgain } from '../support/watch.ts';
import type { ScreenshotContext } from './screens.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first().waitFor();
const agree = (page: Page, textOf: TextOf) => press(page, textOf('consent.agree'));

const chooseCard = (page: Page, buffer: Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer });

/** The certification: consents and steps. */
export const certificationScenes: Record<
  string,
  (screenshots: ScreenshotContext) => Promise<void>
> = {
  async certification({ page, textOf, be, open, shoot }) {
    await be('new', '/identity-auth');
    await shoot('04-certification-new');
    await open('/survey');
    await agree(page, textOf);
    await page.getByRole('radio').first().waitFor();
    await shoot('05-survey-question', 'whole');

    for (let question = 0; question < 4; question += 1) {
      const asked = textOf('certification.question_of', { number: question + 1, total: 4 });
      await heading(page, asked);
      await page
        .getByRole('radio')
        .nth(question === 1 ? 4 : 0)
        .click();
    }

    await heading(page, textOf('consent.title_identity_documents'));
    await open('/survey');
    await heading(page, textOf('certification.your_answers'));
    await shoot('05-survey-answers');
    await be('contacts', '/identity-auth');
    await shoot('04-certification-half');
  },

  async 'a card that will not do'({ page, textOf, url, be, shoot }) {
    await be('identity', '/facial-auth/step-one');
    await agree(page, textOf);
    await heading(page, textOf('certification.panFront'));

    const choose = (buffer: Buffer) => chooseCard(page, buffer);

    await choose(Buffer.from('%PDF-1.7'));
    await page.getByText(textOf('certification.picture_pdf')).waitFor();
    await shoot('06-card-pdf');
    await choose(Buffer.from('\0\0\0\x18ftypheic', 'latin1'));
    await page.getByText(textOf('certification.picture_heic')).waitFor();
    await shoot('06-card-heic');
    await page.route('**/kyc/invoke/ocr', (route) => route.abort());
    await choose(await samplePicture(url, 'aadhaar-back', 3));
    await page.getByText(textOf('certification.picture_kept')).waitFor();
    await shoot('06-card-unsent');
    await page.unroute('**/kyc/invoke/ocr');
    await pressAgain(
      page.getByRole('button', { name: textOf('certification.send_again') }),
      page.getByText(textOf('certification.not_taken')),
    );
    await shoot('06-card-wrong');

    for (const seed of [1, 2]) {
      await choose(await samplePicture(url, 'selfie', seed));
      await page.getByText(textOf('certification.reading')).waitFor();
      await page.getByText(textOf('certification.not_taken')).waitFor();
    }

    await shoot('06-card-unreadable', 'whole');

    const goOn = page.getByRole('button', {
      name: new RegExp(`^${textOf('certification.go_without')}`),
    });
    await pressAgain(goOn, page.getByText(textOf('certification.unread')));
    await shoot('06-card-unread');
  },

  async 'a card on its way'({ page, textOf, url, be, shoot }) {
    await be('identity', '/facial-auth/step-one');
    await agree(page, textOf);
    await heading(page, textOf('certification.panFront'));

    const wire = await page.context().newCDPSession(page);
    const slow = {
      offline: false,
      latency: 300,
      downloadThroughput: 50_000,
      uploadThroughput: 12_000,
    };

    await wire.send('Network.emulateNetworkConditions', slow);

    const buffer = await samplePicture(url, 'pan-front', 7, 'low-light');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByText(/[1-9]\d?\s?%/).waitFor();
    await shoot('06-card-sending');
    await wire.send('Network.emulateNetworkConditions', {
      ...slow,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await heading(page, textOf('certification.aadhaarBack'));
    await shoot('06-card-next');

    const send = async (kind: 'aadhaar-plain' | 'aadhaar-front', light: 'clean' | 'low-light') => {
      const card = await samplePicture(url, kind, 8, light);
      const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: card };
      await page.getByLabel(textOf('certification.upload')).setInputFiles(file);
    };

    await send('aadhaar-plain', 'clean');
    await page.getByText(textOf('certification.code_not_found')).waitFor();
    await shoot('06-card-without-code', 'whole');
    await press(page, textOf('certification.next'));
    await heading(page, textOf('certification.aadhaarFront'));
    await send('aadhaar-front', 'low-light');
    await heading(page, textOf('certification.confirm_title'));
    await shoot('07-confirm-doubtful', 'whole');
  },

  async consents({ page, textOf, be, shoot }) {
    const gates = [
      ['new', '/survey', 'questionnaire'],
      ['identity', '/facial-auth/step-one', 'identity_documents'],
      ['personal', '/facial-auth/step-two', 'personal_information'],
      ['contacts', '/facial-auth/step-three', 'contacts'],
      ['bank', '/facial-auth/step-four', 'bank_account'],
    ] as const;
    for (const [point, path, purpose] of gates) {
      await be(point, path);
      await heading(page, textOf(`consent.title_${purpose}`));
      await shoot(`32-consent-${purpose}`);
      await shoot(`32-consent-${purpose}-whole`, 'whole');
    }
  },

  async 'step-one'({ page, textOf, url, be, shoot }) {
    const { seed } = await inventPerson(url);
    await be('identity', '/facial-auth/step-one');
    await agree(page, textOf);
    await heading(page, textOf('certification.panFront'));
    await shoot('06-step-one-pan');
    await press(page, textOf('certification.take_photo'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: textOf('certification.take_photo') })
      .waitFor();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3);
    await shoot('06-step-one-camera-card');
    await press(page, textOf('ui.close'));

    const documents = [
      ['panFront', 'pan-front'],
      ['aadhaarBack', 'aadhaar-back'],
    ] as const;
    for (const [type, kind] of documents) {
      await heading(page, textOf(`certification.${type}`));
      if (type === 'aadhaarBack') {
        await page.getByRole('link', { name: textOf('certification.file_instead') }).click();
        await heading(page, textOf('certification.file_title'));
        await shoot('06-step-one-file', 'whole');
        await page.goBack();
        await heading(page, textOf(`certification.${type}`));
        await chooseCard(page, await samplePicture(url, 'code-altered', seed));
        await page.getByText(textOf('certification.fault_code_refused')).waitFor();
        await shoot('06-step-one-code-refused', 'whole');
      }

      await chooseCard(page, await samplePicture(url, kind, seed));
      await page.getByRole('img', { name: textOf('certification.your_picture') }).waitFor();
      if (type === 'panFront') await shoot('06-step-one-chosen');
    }

    await heading(page, textOf('certification.confirm_title'));
    await shoot('07-step-one-confirm', 'whole');
    await press(page, textOf('certification.confirm_next'));
    await heading(page, textOf('consent.title_face_check'));
    await shoot('32-consent-face_check', 'whole');
    await press(page, textOf('consent.agree_start'));
    await page.getByRole('dialog').first().waitFor();
  },

  async 'steps two to four'({ page, textOf, be, shoot }) {
    await be('personal', '/facial-auth/step-two');
    await agree(page, textOf);
    await page.getByRole('button', { name: textOf('certification.save_continue') }).waitFor();
    await shoot('09-step-two', 'whole');
    await press(page, textOf('ui.pick_date'));
    await shoot('09-step-two-date');
    await press(page, textOf('ui.close'));
    // The questions about work depend on the work status; the next open one opens by itself.
    await page
      .getByRole('button', { name: new RegExp(`^${textOf('certification.workStatus')}`) })
      .click();
    await page.getByRole('option').first().click();
    await page
      .getByRole('dialog', { name: textOf('certification.industry') })
      .getByRole('option')
      .first()
      .waitFor();
    await shoot('09-step-two-picker');
    await press(page, textOf('ui.close'));
    await press(page, textOf('certification.save_continue'));
    await page.locator('[aria-invalid]').first().waitFor();
    await shoot('09-step-two-errors');
    await be('contacts', '/facial-auth/step-three');
    await agree(page, textOf);
    await page.getByRole('button', { name: textOf('certification.save_continue') }).waitFor();
    await shoot('10-step-three', 'whole');
    await be('bank', '/facial-auth/step-four');
    await agree(page, textOf);
    await heading(page, textOf('bank.title'));
    await shoot('11-step-four', 'whole');
    await page
      .getByRole('button', { name: new RegExp(`^${textOf('bank.bank')}`) })
      .first()
      .click();
    await page.getByRole('searchbox').fill('ba');
    await page.getByRole('option').first().waitFor();
    await shoot('11-step-four-bank-search');
  },
};
