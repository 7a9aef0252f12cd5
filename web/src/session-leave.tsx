import { type ReactNode, useRef, useState } from 'react';
import { useT } from './i18n/index.ts';
import { Button } from './ui/button.tsx';
import { Dialog } from './ui/dialog.tsx';

/**
 * Asks before Back leaves what would be lost. Give `onBeforeBack` to the Page, and show `question` in it.
 * @param lost what would be lost, in words; undefined when nothing would, and nothing is asked
 */
export function useLeaveQuestion(lost: string | undefined): {
  onBeforeBack: () => boolean | Promise<boolean>;
  question: ReactNode;
} {
  const t = useT();
  const decided = useRef<(leaves: boolean) => void>(null);
  const [isAsked, setAsked] = useState(false);
  const decide = (leaves: boolean) => {
    setAsked(false);
    decided.current?.(leaves);
  };
  return {
    onBeforeBack: () => {
      if (lost === undefined) return true;
      setAsked(true);
      return new Promise((resolve) => {
        decided.current = resolve;
      });
    },
    question: (
      <Dialog
        open={isAsked}
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
