import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { changeHistory } from '../../ui/routing/dialog-entry.ts';

/**
 * Asks before Back discards unsaved changes: the header's Back, by the Page's `onBeforeBack`, and
 * the phone's own. Render `question` in the Page.
 * @param lost a text that says what would be lost; undefined when nothing would be: then no
 * question is shown
 */
export function useUnsavedChangesPrompt(lost: string | undefined): {
  onBeforeBack: () => boolean | Promise<boolean>;
  question: ReactNode;
} {
  const t = useT();
  const decided = useRef<(leaves: boolean) => void>(null);
  const [isPromptOpen, setPromptOpen] = useState(false);

  const decide = (leaves: boolean) => {
    setPromptOpen(false);
    decided.current?.(leaves);
  };

  const confirmLeaving = (): boolean | Promise<boolean> => {
    if (lost === undefined) return true;

    setPromptOpen(true);
    return new Promise((resolve) => {
      decided.current = resolve;
    });
  };

  usePhoneBack(lost !== undefined, confirmLeaving);

  return {
    onBeforeBack: async () => {
      const leaves = await confirmLeaving();
      if (leaves && isOnGuard()) await stepOffGuard();
      return leaves;
    },
    question: (
      <Dialog
        open={isPromptOpen}
        backCloses={false}
        title={t('leave.title')}
        onClose={() => decide(false)}
        actions={
          <>
            <Button kind="ghost" onClick={() => decide(false)}>
              {t('leave.stay')}
            </Button>
            <Button kind="ghost" onClick={() => decide(true)}>
              {t('leave.leave')}
            </Button>
          </>
        }
      >
        {lost}
      </Dialog>
    ),
  };
}

/** Marks a history entry with the same location as the entry below it. */
const GUARD = 'guard';
const isOnGuard = (): boolean => (history.state as { [GUARD]?: boolean } | null)?.[GUARD] === true;

const pushGuard = (): void =>
  changeHistory(() =>
    history.pushState({ ...(history.state as object | null), [GUARD]: true }, ''),
  );

let isSteppingOff = false;

function stepOffGuard(): Promise<void> {
  isSteppingOff = true;

  return new Promise((resolve) => {
    const done = () => {
      isSteppingOff = false;
      resolve();
    };

    addEventListener('popstate', done, { once: true });
    history.back();
  });
}

/**
 * The phone's Back cannot be prevented: while there is something to lose, the location is in the
 * history twice, so that Back first goes from one entry to the other.
 */
function usePhoneBack(hasLoss: boolean, confirmLeaving: () => boolean | Promise<boolean>): void {
  const latest = useRef(confirmLeaving);
  useEffect(() => {
    latest.current = confirmLeaving;
  });

  const wasGuarded = useRef(isOnGuard());
  useEffect(() => {
    if (hasLoss && !isOnGuard()) pushGuard();
    wasGuarded.current ||= hasLoss;
  }, [hasLoss]);

  useEffect(() => {
    const here = location.hash;

    const onPhoneBack = async () => {
      if (!wasGuarded.current || isSteppingOff || isOnGuard() || location.hash !== here) return;
      if (await latest.current()) history.back();
      else pushGuard();
    };

    addEventListener('popstate', onPhoneBack);

    return () => removeEventListener('popstate', onPhoneBack);
  }, []);
}
