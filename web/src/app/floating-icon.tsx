import { type ComponentType, useEffect, useState } from 'react';
import { loadDailyTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { whenIdle } from '../ui/routing/idle.ts';

/**
 * Customer service above every screen of who is signed in: loaded once the screen is shown, and
 * never for a visitor.
 */
export function FloatingIcon() {
  const { isSignedIn } = useSession();
  const [Help, setHelp] = useState<ComponentType>();

  useEffect(() => {
    if (!isSignedIn) return;

    const load = async () => {
      const [{ FloatingHelp }] = await Promise.all([
        import('../shared/help/floating-help.tsx'),
        loadDailyTexts(),
      ]);
      setHelp(() => FloatingHelp);
    };

    // Without it the header's icon is there.
    return whenIdle(() =>
      load().catch((cause: Error) => console.info('The floating icon did not load', cause.name)),
    );
  }, [isSignedIn]);

  return isSignedIn && Help ? <Help /> : null;
}
