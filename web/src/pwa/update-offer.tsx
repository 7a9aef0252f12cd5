import { useState } from 'react';
import { loadAllTexts, useT } from '../i18n/index.ts';
import { showBanner } from '../ui/feedback/banner.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { Button } from '../ui/layout/button.tsx';
import { useLocation } from '../ui/routing/router.tsx';

/** Where nothing is being typed: elsewhere a new version is not even offered. */
const RESTING = new Set(['/noren', '/home', '/order', '/user', '/messages', '/documents', '/coupon']);

/** Offers a new version above the screen, until it is taken or put off; `onTake` is the user's tap. */
export async function offerUpdate(onTake: () => void): Promise<void> {
  // The first screens come without the words of the others.
  await loadAllTexts();
  showBanner(<UpdateOffer onTake={onTake} />);
}

function UpdateOffer({ onTake }: { onTake: () => void }) {
  const t = useT();
  const { pathname } = useLocation();
  const [isTaken, setTaken] = useState(false);
  const take = () => {
    setTaken(true);
    onTake();
  };
  return (
    <div role="status">
      {RESTING.has(pathname) && (
        <Notice
          title={t('update.ready')}
          action={
            <>
              <Button kind="quiet" busy={isTaken} onClick={take}>
                {t('update.now')}
              </Button>
              <Button kind="quiet" onClick={() => showBanner(null)}>
                {t('update.later')}
              </Button>
            </>
          }
        />
      )}
    </div>
  );
}
