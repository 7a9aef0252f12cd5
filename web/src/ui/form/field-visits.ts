import type { TrackedField } from '@noren/core/people/tracking-rules';
import type { FocusEventHandler } from 'react';

/** A visit of a field: since when (a time of the page's events), for how long in milliseconds, and what stood there. */
type Visit = { since: number; duration: number; typed: string };
type Recorder = (idName: TrackedField, visit: Visit) => void;
type Control = HTMLInputElement | HTMLTextAreaElement;
type Own<E> = { onFocus?: FocusEventHandler<E> | undefined; onBlur?: FocusEventHandler<E> | undefined };

let recorder: Recorder | null = null;
let begun: { control: Control; since: number } | null = null;

/** Has visits recorded from now on; with null no more. Nobody records before the user agreed to it. */
export function recordVisitsBy(next: Recorder | null): void {
  recorder = next;
  begun = null;
}

/**
 * What a control is given to have its visits recorded, beside its own handlers.
 * @param idName undefined for a field that is not tracked
 */
export function visitsOf<E extends Control>(idName: TrackedField | undefined, own: Own<E>): Own<E> {
  if (!idName) return {};
  return {
    onFocus: (event) => {
      begun = recorder && { control: event.currentTarget, since: event.timeStamp };
      own.onFocus?.(event);
    },
    onBlur: (event) => {
      const { currentTarget: control, timeStamp } = event;
      if (begun?.control === control) {
        const { since } = begun;
        recorder?.(idName, { since, duration: Math.max(0, Math.round(timeStamp - since)), typed: control.value });
      }
      begun = null;
      own.onBlur?.(event);
    },
  };
}
