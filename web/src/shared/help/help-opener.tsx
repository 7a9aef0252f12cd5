import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadAllTexts, useT } from '../../i18n/index.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { useLocation } from '../../ui/routing/router.tsx';

type Dialog = ComponentType<{ onClose: () => void }>;

/**
 * Opens the dialog of customer service, which most visits never load; it closes when the screen
 * changes.
 */
export function useHelpDialog(): { open: () => void; dialog: ReactNode } {
  const t = useT();
  const [Opened, setOpened] = useState<Dialog>();
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the path changes
  useEffect(() => setOpened(undefined), [pathname]);

  const load = async () => {
    try {
      const [{ HelpDialog }] = await Promise.all([import('./help-dialog.tsx'), loadAllTexts()]);
      setOpened(() => HelpDialog);
    } catch (cause) {
      console.info('Customer service did not load', (cause as Error).name);
      toast(t('api.check_connection'));
    }
  };

  return {
    open: () => void load(),
    dialog: Opened && <Opened onClose={() => setOpened(undefined)} />,
  };
}
