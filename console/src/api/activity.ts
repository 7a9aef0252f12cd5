import { browserNow } from './clock.ts';

/** Without a key or the pointer for so long, somebody is away: what refreshes by itself may rest. */
const AWAY_MS = 60_000;

let lastAct = 0;
let lastAnswer = 0;
const onReturns = new Set<() => void>();

/** Notes when a key or the pointer was last used. */
export function watchActivity(): void {
  const note = (): void => {
    const wasAway = !isSomebodyHere(AWAY_MS);
    lastAct = browserNow();

    if (wasAway) for (const onReturn of onReturns) onReturn();
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

/**
 * Calls back when somebody is here again.
 * @returns a function that stops it
 */
export function watchReturns(onReturn: () => void): () => void {
  onReturns.add(onReturn);
  return () => onReturns.delete(onReturn);
}
