import { useEffect } from 'react';
import { detectBrowser } from '../pwa/in-app-browser.ts';
import { OpenInBrowser } from '../pwa/in-app-browser-guide.tsx';
import { InstallGuide, InstallPrompt } from '../pwa/install-prompt.tsx';
import { PermissionDialog } from '../pwa/permission-dialog.tsx';
import { useUnsavedChangesPrompt } from '../shared/forms/unsaved-changes.tsx';
import { HelpDialog } from '../shared/help/help-dialog.tsx';

/** Customer service, permissions and the full-screen guides, by the text of their buttons. */
export const REACH_DIALOGS = [
  'Customer service',
  'Notifications',
  'Location',
  'In another app, on Android',
  'In another app, on an iPhone',
  'Home screen in Chrome',
  'Home screen in Safari',
  'Home screen prompt',
  'Leave',
] as const;

const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; wv) Chrome/131.0.0.0 Mobile Safari/537.36 WhatsApp/2.24';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS]';

/** The dialog whose button was pressed. */
export function ReachDialogs({ open, close }: { open: string | null; close: () => void }) {
  switch (open) {
    case 'Customer service':
      return <HelpDialog onClose={close} />;
    case 'Notifications':
      return <PermissionDialog kind="notifications" onOk={close} onLater={close} />;
    case 'Location':
      return <PermissionDialog kind="location" onOk={close} onLater={close} />;
    case 'In another app, on Android':
      return (
        <OpenInBrowser browser={detectBrowser(ANDROID)} address={location.href} onClose={close} />
      );
    case 'In another app, on an iPhone':
      return (
        <OpenInBrowser browser={detectBrowser(IPHONE)} address={location.href} onClose={close} />
      );
    case 'Home screen in Chrome':
      return <InstallGuide isSafari={false} onClose={close} />;
    case 'Home screen in Safari':
      return <InstallGuide isSafari onClose={close} />;
    case 'Home screen prompt':
      return <InstallPrompt onAdd={close} onClose={close} />;
    case 'Leave':
      return <Leave close={close} />;
    default:
      return null;
  }
}

/** The question that a form asks on Back. */
function Leave({ close }: { close: () => void }) {
  const { onBeforeBack, question } = useUnsavedChangesPrompt('The pictures would be lost.');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when its button was pressed
  useEffect(() => {
    void Promise.resolve(onBeforeBack()).then(close);
  }, []);

  return question;
}
