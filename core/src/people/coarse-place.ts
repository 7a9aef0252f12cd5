/** Where a phone is, in degrees, coarse. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A hundredth of a degree is about a kilometre in India: enough to show that a check was made in
 * the country and in which town, and too coarse to point at a home. @ASSUMED
 */
const STEPS_PER_DEGREE = 100;

const isWithin = (degrees: number, most: number): boolean =>
  Number.isFinite(degrees) && Math.abs(degrees) <= most;

/** A place rounded to about a kilometre; null for what is no place on earth. */
export function toCoarsePlace({ latitude, longitude }: Place): Place | null {
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return null;

  const round = (degrees: number): number =>
    // Without it, a small negative number becomes -0.
    Math.round(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE + 0;
  return { latitude: round(latitude), longitude: round(longitude) };
}
