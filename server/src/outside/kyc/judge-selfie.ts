import type { SelfieReading } from './face.ts';

export type SelfieRetry =
  | 'no_face'
  | 'many_faces'
  | 'too_dark'
  | 'too_bright'
  | 'too_small'
  | 'cut_off'
  | 'not_frontal'
  | 'unclear';
export type SelfieVerdict = 'passed' | { retry: SelfieRetry };

const DARK = 45;
const BRIGHT = 240;
// A face this wide against the picture's short side still carries enough detail to compare.
const LEAST_SHARE = 0.22;
// The face's box is square; a side lost at the picture's edge makes it oblong.
const MOST_OBLONG = 1.3;
const LEAST_SCORE = 0.6;
const MOST_RADIANS = { yaw: 0.35, pitch: 0.4, roll: 0.4 };

/**
 * Whether one checked photo will do, or what to try again. Only what a camera can be sure of is judged here:
 * the anti-spoofing and likeness figures stay hints for a person's review.
 */
export function judgeSelfie(reading: SelfieReading): SelfieVerdict {
  const { face, faces, light } = reading;
  if (light < DARK) return { retry: 'too_dark' };
  if (face === undefined || faces === 0) return { retry: light > BRIGHT ? 'too_bright' : 'no_face' };
  if (faces > 1) return { retry: 'many_faces' };
  if (light > BRIGHT) return { retry: 'too_bright' };
  if (face.box.width < LEAST_SHARE * Math.min(reading.width, reading.height)) return { retry: 'too_small' };
  const oblong = face.box.width / face.box.height;
  if (Math.max(oblong, 1 / oblong) > MOST_OBLONG) return { retry: 'cut_off' };
  const turned = (['yaw', 'pitch', 'roll'] as const).some((way) => Math.abs(face[way]) > MOST_RADIANS[way]);
  if (turned) return { retry: 'not_frontal' };
  return face.score < LEAST_SCORE ? { retry: 'unclear' } : 'passed';
}
