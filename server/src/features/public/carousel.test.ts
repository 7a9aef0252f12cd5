import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';
import { successData } from '../../testing/users.ts';

const app = await useApp();

const cards = async (language: string) => successData(await app.client({ language }).send(CALLS.carousel, {})).details;

test('the cards show the terms of current products and regulations in the visitor’s language', async () => {
  const cardsInEnglish = await cards('en');
  expect(cardsInEnglish.map(({ cardId }) => cardId)).toEqual(['price', 'return', 'payee', 'complaint']);
  const text = cardsInEnglish.map((card) => card.text).join(' ');
  expect(text).toContain('within 3 days of getting it');
  expect(text).toContain(app.deps.appConfig.lender.name);
  expect(text).toContain('within 30 days');
  expect((await cards('es'))[0]?.title).toBe('Primero, el precio completo');
});
