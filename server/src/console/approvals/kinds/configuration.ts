import type { SettingChange } from '@noren/contract/staff/settings';
import { canonicalJson } from '@noren/core/people/canonical-json';
import type { Tx } from '../../../platform/db/db.ts';
import {
  OWN_TEXT_CARDS,
  readSettings,
  saveCard,
  saveGuideShown,
} from '../../products/settings-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind } from './kind.ts';

/** Changes a setting of the app, from the value that its maker saw. */
export const configuration: Kind<'configuration'> = {
  subject: ({ detail: { change } }) =>
    change.setting === 'carouselCard'
      ? `setting:card:${change.cardId}`
      : `setting:${change.setting}`,

  execute: (tx, _, { detail }) => changeSetting(tx, detail.change),
};

/** @throws OperatorError when its value is no longer the one that it was proposed to change */
async function changeSetting(tx: Tx, change: SettingChange): Promise<void> {
  const now = await readSettings(tx, { isLocked: true });
  if (change.setting === 'gpGuideShow') {
    requireUnchanged(now.gpGuideShow, change.before);
    return saveGuideShown(tx, change.after);
  }

  const { cardId, before, after } = change;
  requireUnchanged(now.cards.find((known) => known.cardId === cardId)?.card ?? null, before);

  if (after.effectiveTo !== null && after.effectiveTo < after.effectiveFrom)
    throw new OperatorError('not_possible', 'carousel_reversed');

  if (after.texts === null && !OWN_TEXT_CARDS.has(cardId))
    throw new OperatorError('not_possible', 'carousel_texts_missing');

  if (after.texts !== null && after.texts.en === undefined)
    throw new OperatorError('not_possible', 'carousel_english_missing');

  return saveCard(tx, cardId, after);
}

function requireUnchanged(now: unknown, before: unknown): void {
  if (canonicalJson({ value: now }) !== canonicalJson({ value: before }))
    throw new OperatorError('not_possible', 'setting_changed');
}
