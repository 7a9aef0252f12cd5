import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import { formatDay, formatMoment, formatMoney, formatPercent, formatRate, formatWeekday } from './format.ts';
import { activateLanguage, detectLanguage, setLanguage, t } from './index.ts';
import { Rich } from './rich.tsx';

afterEach(() => activateLanguage('en'));

describe('catalogues', () => {
  it('have the same texts, sorted, none empty', () => {
    expect(Object.keys(es)).toEqual(Object.keys(en));
    expect(Object.keys(en)).toEqual(Object.keys(en).toSorted());
    for (const text of [...Object.values(en), ...Object.values(es)]) expect(text.trim()).not.toBe('');
  });

  it.each(Object.keys(en) as (keyof typeof en)[])('%s takes the same values in each language', (id) => {
    const names = (message: string) =>
      new Set([...message.matchAll(/\{(\w+)[,}]|<(\w+)>/g)].map(([, value, part]) => value ?? part));
    expect(names(es[id])).toEqual(names(en[id]));
  });

  it('count by the rules of the language', async () => {
    expect(t('ui.results', { count: 1 })).toBe('1 result');
    await activateLanguage('es');
    expect(t('ui.results', { count: 2 })).toBe('2 resultados');
  });
});

describe('the language', () => {
  it.each([
    [['es-MX', 'en'], 'es'],
    [['de', 'en-GB'], 'en'],
    [['de'], 'en'],
    [['constructor'], 'en'],
  ])('of a browser that wants %j is %s', (wanted, language) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(wanted);
    expect(detectLanguage()).toBe(language);
  });

  it('is the one chosen before, whatever the browser wants', async () => {
    await setLanguage('es');
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
    expect(detectLanguage()).toBe('es');
    expect(document.documentElement.lang).toBe('es');
  });
});

describe('values', () => {
  it.each([
    [formatMoney(8_000_000, 'whole'), '₹80,000'],
    [formatMoney(12_345_678), '₹1,23,456.78'],
    [formatMoney(964_600), '₹9,646.00'],
    [formatMoney(10_050, 'whole'), '₹100.50'],
    [formatPercent(1000), '0.10%'],
    [formatRate(30_000), '3%'],
    [formatRate(25_000), '2.5%'],
    [formatDay('2026-12-05'), '05/12/2026'],
    [formatMoment(Date.UTC(2026, 10, 20, 18, 30)), '21/11/2026, 00:00'],
  ])('%s', (made, expected) => expect(made).toBe(expected));

  it('name the weekday in the language', async () => {
    expect(formatWeekday('2026-11-23')).toBe('Mon, 23/11/2026');
    await activateLanguage('es');
    expect(formatWeekday('2026-11-23')).toBe('lun, 23/11/2026');
  });
});

describe('Rich', () => {
  it('puts an element where the language has it', () => {
    render(
      <Rich id="noren.terms" values={{ from: 7, to: 30, rate: '0.08%' }} parts={{ rate: (text) => <b>{text}</b> }} />,
    );
    expect(screen.getByText('0.08%').tagName).toBe('B');
    expect(document.body.textContent).toBe('for 7 to 30 days, from 0.08% a day');
  });
});
