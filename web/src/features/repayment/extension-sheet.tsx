import type { Addendum } from '@noren/contract/servicing';
import { useEffect } from 'react';
import { useT } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import { AddendumView } from './addendum-view.tsx';
import { useExtension } from './use-extension.ts';

type Props = {
  repayId: string;
  days: number;
  onPay: (addendum: Addendum) => void;
  onClose: () => void;
};

/**
 * Moving the due date by so many days: the addendum, which agrees to nothing yet, accepted like the
 * key facts.
 */
export function ExtensionSheet({ repayId, days, onPay, onClose }: Props) {
  const t = useT();
  const extensionFlow = useExtension(repayId);
  const { addendum, trouble, isRequesting, forget, request } = extensionFlow;

  // biome-ignore lint/correctness/useExhaustiveDependencies: restored or priced once
  useEffect(() => {
    forget();
    if (!addendum) void request(days);
  }, []);
  if (addendum) return <AddendumView {...{ extensionFlow, addendum, onPay, onClose }} />;

  return (
    <Sheet
      open
      title={t('extension.title')}
      onClose={onClose}
      actions={
        trouble && (
          <Button busy={isRequesting} onClick={() => void request(days)}>
            {t('extension.see')}
          </Button>
        )
      }
    >
      {trouble ? <Trouble title={trouble} /> : <Skeleton lines={6} />}
    </Sheet>
  );
}
