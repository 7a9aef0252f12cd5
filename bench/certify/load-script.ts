import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { textOf } from './texts.ts';

/** The taps and typing of one user, counted; it waits for nothing but the page. */
export interface LoadScript {
  readonly page: Page;
  /** Taps so far, characters typed, and time waited so that the app does not take two taps for one. */
  readonly done: { taps: number; characters: number; waitedMs: number };
  press(button: Locator): Promise<void>;
  tap(what: Locator): Promise<void>;
  type(label: string, text: string): Promise<void>;
  /** Opens a field's list and takes an option of it. */
  pick(field: Locator, list: string, option: string): Promise<void>;
}

/** The app drops a second tap on a button within half a second. */
const TAPS_APART_MS = 520;

export function makeLoadScript(page: Page): LoadScript {
  const done = { taps: 0, characters: 0, waitedMs: 0 };
  let lastPress = Number.NEGATIVE_INFINITY;
  const tap = async (what: Locator): Promise<void> => {
    done.taps += 1;
    await what.click();
  };
  return {
    page,
    done,
    tap,
    async press(button) {
      await button.waitFor();
      const early = lastPress + TAPS_APART_MS - performance.now();
      if (early > 0) {
        done.waitedMs += early;
        await pause(early);
      }
      await tap(button);
      lastPress = performance.now();
    },
    async type(label, text) {
      done.taps += 1;
      done.characters += text.length;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
    async pick(field, list, option) {
      await tap(field);
      await tap(page.getByRole('dialog', { name: list }).getByRole('option', { name: option, exact: true }));
    },
  };
}

/** The button of a text. */
export function button(page: Page, id: string): Locator {
  return page.getByRole('button', { name: textOf(id), exact: true });
}

/** Waits for a screen by its heading. */
export function arrive(page: Page, heading: string): Promise<void> {
  return page.getByRole('heading', { name: heading }).first().waitFor();
}
