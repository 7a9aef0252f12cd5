import { browserNow } from './clock.ts';

let lastAct = 0;
let lastAnswer = 0;

/** Notes when a key or the pointer was last used. */
export function watchActivity(): void {
  const note = (): void => {
    lastAct = browserNow();
  };
  note();

  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    window.addEventListener(kind, note, { passive: true, capture: true });
}

/** The server extends the session with each answer. */
export function noteAnswer(): void {
  lastAnswer = browserNow();
}

export function lastAnswerAt(): number {
  return lastAnswer;
}

/**
 * Lists refresh only while somebody is here: a screen left open must not keep the session alive.
 */
export function isSomebodyHere(withinMs: number): boolean {
  return browserNow() - lastAct < withinMs;
}
