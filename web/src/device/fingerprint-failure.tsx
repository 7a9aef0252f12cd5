import { createRoot } from 'react-dom/client';
import { loadAllTexts, useT } from '../i18n/index.ts';
import { Button } from '../ui/layout/button.tsx';
import { Text } from '../ui/layout/text.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';

/**
 * Shows a dialog that the browser could not be recognised, with the browser's reason, above the
 * current screen.
 */
export async function showFingerprintFailure(message: string): Promise<void> {
  await loadAllTexts();
  const root = createRoot(document.createElement('div'));
  root.render(<FingerprintFailure message={message} onClose={() => root.unmount()} />);
}

function FingerprintFailure({ message, onClose }: { message: string; onClose: () => void }) {
  const t = useT();

  return (
    <Dialog
      open
      title={t('device.unrecognised')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <Text>{t('device.unrecognised_text', { message })}</Text>
    </Dialog>
  );
}
