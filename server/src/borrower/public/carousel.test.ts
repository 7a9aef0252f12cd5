import { CALLS } from '@noren/contract/index';
import { addDays } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';
import { successData } from '../../testing/users.ts';

const app = await useApp();

const cards = async (language: string) =>
  successData(await app.client({ language }).send(CALLS.carousel, {})).details;

test('the cards show the terms of current products and regulations in the visitor’s language', async () => {
  const cardsInEnglish = await cards('en');
  expect(cardsInEnglish.map(({ cardId }) => cardId)).toEqual([
    'price',
    'return',
    'payee',
    'complaint',
  ]);

  const text = cardsInEnglish.map((card) => card.text).join(' ');
  expect(text).toContain('within 3 days of getting it');
  expect(text).toContain(app.deps.appConfig.lender.name);
  expect(text).toContain('within 30 days');
  expect((await cards('es'))[0]?.title).toBe('Primero, el precio completo');
});

test('a card of the table is shown on its days, in the visitor’s language or in English', async () => {
  const today = app.deps.today();
  const texts = {
    en: { title: 'Closed tomorrow', text: 'No calls.' },
    hi: { title: 'कल बंद', text: 'कोई कॉल नहीं।' },
  };
  const card = { target: 'service', texts: JSON.stringify(texts) } as const;

  await app.deps.db
    .insertInto('carousel_cards')
    .values([
      { ...card, cardId: 'closed', position: 0, effectiveTo: today },
      { ...card, cardId: 'over', position: 9, effectiveTo: addDays(today, -1) },
    ])
    .execute();
  expect((await cards('th'))[0]).toEqual({ cardId: 'closed', target: 'service', ...texts.en });
  expect((await cards('hi'))[0]?.title).toBe('कल बंद');
  expect((await cards('en')).map(({ cardId }) => cardId)).not.toContain('over');
  app.moveDays(1);
  expect((await cards('en')).map(({ cardId }) => cardId)).toEqual([
    'price',
    'return',
    'payee',
    'complaint',
  ]);
});
