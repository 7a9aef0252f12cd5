import type { TrackedField } from '@noren/core/people/tracking-rules';
import type { FocusEventHandler } from 'react';

/**
 * A visit of a field: its start (event time), its duration in milliseconds, and the value at its
 * end.
 */
type Visit = { since: number; duration: number; typed: string };
type Recorder = (idName: TrackedField, visit: Visit) => void;
type Control = HTMLInputElement | HTMLTextAreaElement;
type Own<E> = {
  onFocus?: FocusEventHandler<E> | undefined;
  onBlur?: FocusEventHandler<E> | undefined;
};

let recorder: Recorder | null = null;
let visit: { control: Control; since: number } | null = null;

/** Sets the recorder of visits; null stops recording. Set only after the user's consent. */
export function recordVisitsBy(next: Recorder | null): void {
  recorder = next;
  visit = null;
}

/**
 * The handlers that record a control's visits, combined with its own.
 * @param idName undefined for a field that is not tracked
 */
export function trackVisits<E extends Control>(
  idName: TrackedField | undefined,
  own: Own<E>,
): Own<E> {
  if (!idName) return {};

  return {
    onFocus: (event) => {
      visit = recorder && { control: event.currentTarget, since: event.timeStamp };
      own.onFocus?.(event);
    },
    onBlur: (event) => {
      const { currentTarget: control, timeStamp } = event;
      if (visit?.control === control) {
        const { since } = visit;
        recorder?.(idName, {
          since,
          duration: Math.max(0, Math.round(timeStamp - since)),
          typed: control.value,
        });
      }

      visit = null;
      own.onBlur?.(event);
    },
  };
}
