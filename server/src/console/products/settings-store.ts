import type { CarouselSetting } from '@noren/contract/staff/settings';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/** The cards whose texts the program has. */
export const OWN_TEXT_CARDS: ReadonlySet<string> = new Set([
  'price',
  'return',
  'payee',
  'complaint',
]);

export interface Settings {
  readonly gpGuideShow: boolean;
  /** In the order they are shown. */
  readonly cards: readonly { readonly cardId: string; readonly card: CarouselSetting }[];
}

/** The settings of the app; locked against another change until the transaction ends. */
export async function readSettings(db: Db | Tx, { isLocked = false } = {}): Promise<Settings> {
  const settings = db.selectFrom('app_settings').select('gpGuideShow');
  const cards = db
    .selectFrom('carousel_cards')
    .select(['cardId', 'target', 'texts', 'effectiveFrom', 'effectiveTo'])
    .orderBy('position');
  const { gpGuideShow } = await (isLocked
    ? settings.forUpdate()
    : settings
  ).executeTakeFirstOrThrow();
  const rows = await (isLocked ? cards.forUpdate() : cards).execute();

  return {
    gpGuideShow,
    cards: rows.map(({ cardId, ...card }) => ({ cardId, card: card as CarouselSetting })),
  };
}

export async function saveGuideShown(tx: Tx, gpGuideShow: boolean): Promise<void> {
  await tx.updateTable('app_settings').set({ gpGuideShow }).execute();
}

/** Changes a card, or adds one after the others. */
export async function saveCard(tx: Tx, cardId: string, card: CarouselSetting): Promise<void> {
  const { target, texts, effectiveFrom, effectiveTo } = card;
  const values = {
    target,
    texts: texts === null ? null : JSON.stringify(texts),
    effectiveFrom,
    effectiveTo,
  };

  await tx
    .insertInto('carousel_cards')
    .values({
      cardId,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from carousel_cards)`,
      ...values,
    })
    .onConflict((clash) => clash.column('cardId').doUpdateSet(values))
    .execute();
}
