import { useState } from 'react';
import { loadAllTexts, useT } from '../i18n/index.ts';
import { showBanner } from '../ui/feedback/banner.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { Button } from '../ui/layout/button.tsx';
import { useLocation } from '../ui/routing/router.tsx';

/** Paths without a form: elsewhere a new version is not offered. */
const PATHS_WITHOUT_FORM = new Set([
  '/noren',
  '/home',
  '/order',
  '/user',
  '/messages',
  '/documents',
  '/coupon',
]);

/** Offers a new version above the screen until it is accepted or dismissed. */
export async function offerUpdate(onAccept: () => void): Promise<void> {
  // On a first screen these texts are not loaded yet.
  await loadAllTexts();
  showBanner('update', <UpdateOffer onAccept={onAccept} />);
}

function UpdateOffer({ onAccept }: { onAccept: () => void }) {
  const t = useT();
  const { pathname } = useLocation();
  const [isAccepted, setAccepted] = useState(false);

  const accept = () => {
    setAccepted(true);
    onAccept();
  };

  return (
    <div role="status">
      {PATHS_WITHOUT_FORM.has(pathname) && (
        <Callout
          title={t('update.ready')}
          action={
            <>
              <Button kind="quiet" busy={isAccepted} onClick={accept}>
                {t('update.now')}
              </Button>
              <Button kind="quiet" onClick={() => showBanner('update', null)}>
                {t('update.later')}
              </Button>
            </>
          }
        />
      )}
    </div>
  );
}
