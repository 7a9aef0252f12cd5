import { CARD } from '../sandbox/samples/draw-card.ts';
import type { Point } from '../sandbox/samples/perspective.ts';
import {
  layCard,
  PHOTO,
  type PhotoVariant,
  quarterTurns,
} from '../sandbox/samples/photo-variants.ts';

/**
 * The position on the photo of a point of the drawn card, as fractions of the photo's width and
 * height.
 */
export function pointOnPhoto(variant: PhotoVariant, point: Point): Point {
  const { x, y } = layCard(variant).out({ x: point.x / CARD.width, y: point.y / CARD.height });
  let at = { x: x / PHOTO.width, y: y / PHOTO.height };

  for (let i = 0; variant.look === 'turned' && i < quarterTurns(variant.seed); i++)
    at = { x: 1 - at.y, y: at.x };

  return at;
}
