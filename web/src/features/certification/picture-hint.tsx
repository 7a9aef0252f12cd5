import type { Reason } from '@noren/contract/reasons';
import style from './picture-hint.module.css';

const CARD = 'M14 16h44v28H14z';

const SIGNS = {
  // Held still: the card, and where it would be blurred.
  still: 'M9 21v28h44M4 26v28h44M24 26h24M24 34h14',
  // A lamp over the card.
  light: 'M36 3v6M24 6l3 5M48 6l-3 5M24 26h24M24 34h14',
  // A star of light on the card, crossed out.
  glare: 'M36 22v16M28 30h16M30 24l12 12M42 24L30 36M8 52L64 8',
  // Four corners around it.
  frame: 'M5 16V7h10M57 7h10v9M67 44v9H57M15 53H5v-9M24 26h24M24 34h14',
  // Turned over.
  side: 'M24 26h10M24 34h10M62 22c5 6 5 12 0 18M62 40l1-6M62 40l5-3M10 38c-5-6-5-12 0-18M10 20l-1 6M10 20l-5 3',
  // Flat, with all its lines seen.
  flat: 'M4 52h64M22 24h8v10h-8zM36 25h14M36 31h14M22 39h28',
  // A file of another kind.
  format: 'M26 22h14l6 6v12H26zM40 22v6h6M4 8l64 44',
} as const;

const SIGN_OF: Partial<Record<Reason, keyof typeof SIGNS>> = {
  blurred: 'still',
  too_dark: 'light',
  too_bright: 'glare',
  cropped: 'frame',
  too_small: 'frame',
  wrong_document: 'side',
  unreadable: 'flat',
  cannot_mask: 'flat',
  code_damaged: 'flat',
  code_missing: 'flat',
  pdf: 'format',
  heic: 'format',
  not_an_image: 'format',
};

/**
 * A drawing of how to improve a rejected picture, as the text beside it says. Empty if none fits
 * the reason.
 */
export function PictureHint({ reason }: { reason: Reason }) {
  const sign = SIGN_OF[reason];
  if (!sign) return null;

  return (
    <svg viewBox="0 0 72 60" className={style.hint} aria-hidden="true">
      <path d={CARD} className={style.card} />
      <path d={SIGNS[sign]} />
    </svg>
  );
}
