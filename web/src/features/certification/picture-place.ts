import type { PicturePlace } from '@noren/contract/envelope';
import type { TextId } from '../../i18n/index.ts';

const NAMES = [
  ['upper_left', 'upper', 'upper_right'],
  ['left', 'middle', 'right'],
  ['lower_left', 'lower', 'lower_right'],
] as const;

/**
 * The text that names a place by the third of the picture, across and down, that its middle is in.
 */
export function findPlaceName({ left, top, width, height }: PicturePlace): TextId {
  const third = (middle: number): 0 | 1 | 2 => (middle < 1 / 3 ? 0 : middle > 2 / 3 ? 2 : 1);
  return `certification.place_${NAMES[third(top + height / 2)][third(left + width / 2)]}`;
}
