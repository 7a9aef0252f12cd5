import { type Place, toCoarsePlace } from '@noren/core/people/coarse-place';
import type { FacePurpose } from '@noren/core/people/face-purpose';

/** The answer before a check that is not decided yet, in the tab that it was given in. */
const ANSWER = 'noren.place-answer';

export type PlaceAnswer = 'ok' | 'later';

/** What was answered before this check, which was left since; null when it was not asked. */
export function readPlaceAnswer(purpose: FacePurpose): PlaceAnswer | null {
  try {
    const [of, answer] = sessionStorage.getItem(ANSWER)?.split(' ') ?? [];
    return of === purpose ? (answer as PlaceAnswer) : null;
  } catch (cause) {
    console.warn('The answer about the place could not be read', cause);
    return null;
  }
}

export function keepPlaceAnswer(purpose: FacePurpose, answer: PlaceAnswer): void {
  try {
    sessionStorage.setItem(ANSWER, `${purpose} ${answer}`);
  } catch (cause) {
    console.warn('The answer about the place could not be stored', cause);
  }
}

/** The check is decided: the next one asks again. */
export function forgetPlaceAnswer(): void {
  try {
    sessionStorage.removeItem(ANSWER);
  } catch (cause) {
    console.warn('The answer about the place could not be deleted', cause);
  }
}

/** The phone's own limit, once it may look; and the most that the check waits for any answer. */
const LOOK_MS = 8_000;
const WAIT_MS = 20_000;
const RECENT_MS = 600_000;

/** Whether the browser may be asked where it is: it did not refuse for good. */
export async function mayAskPlace(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    return state !== 'denied';
  } catch {
    // An old browser that cannot say; the question itself may still be answered.
    return true;
  }
}

/**
 * The coarse place of the phone: what is finer never leaves it. Null when the browser refuses, does
 * not answer, or answers with no place on earth.
 */
export function readPlace(): Promise<Place | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), WAIT_MS);
    const end = (place: Place | null) => {
      clearTimeout(timer);
      resolve(place);
    };

    navigator.geolocation.getCurrentPosition(
      ({ coords }) => end(toCoarsePlace(coords)),
      () => end(null),
      { enableHighAccuracy: false, timeout: LOOK_MS, maximumAge: RECENT_MS },
    );
  });
}
