import { useSyncExternalStore } from 'react';
import { clearDraft, readDraft, storePlainDraft } from '../../session/drafts.ts';
import { readSession } from '../../session/session.ts';

/** The polling interval of a running evaluation. */
export const EVALUATION_EVERY_MS = 1_500;

/**
 * What is still to be shown of this user's evaluation: all of it, or, once it was counted down, its
 * end.
 */
export type EvaluationMark = 'due' | 'counted';

// Of one user: somebody else who signs in on this phone is congratulated on their own limit only.
const buildName = () => `evaluation.${readSession().userInfo?.userId ?? ''}`;

/**
 * The mark of who is signed in; undefined when nothing is to be shown. Log-out forgets it with the
 * drafts.
 */
export function readEvaluationMark(): EvaluationMark | undefined {
  const { mark } = readDraft(buildName());
  return mark === 'due' || mark === 'counted' ? mark : undefined;
}

/** Stores the mark; undefined deletes it. */
export function keepEvaluationMark(mark: EvaluationMark | undefined): void {
  if (mark === undefined) clearDraft(buildName());
  else storePlainDraft(buildName(), { mark });
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same for a screen, which follows it. */
export function useEvaluationMark(): EvaluationMark | undefined {
  return useSyncExternalStore(subscribe, readEvaluationMark, readEvaluationMark);
}
