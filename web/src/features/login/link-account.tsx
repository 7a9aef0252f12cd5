import { goTo } from '../../api/api.ts';
import { useAttempt } from '../../api/use-attempt.ts';
import { useT } from '../../i18n/index.ts';
import { clearDraft, LINK_ACCOUNT, storePlainDraft } from '../../session/drafts.ts';
import { clearSession, useSession } from '../../session/session.ts';
import { showBanner } from '../../ui/feedback/banner.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { loadSignInCalls } from './load-calls.ts';

/** Shows above every screen whose account a link opened, until the user keeps or leaves it. */
export function announceLinkAccount(): void {
  storePlainDraft(LINK_ACCOUNT, { isOpen: 'yes' });
  showBanner('link', <LinkAccount />);
}

function LinkAccount() {
  const t = useT();
  const { isSignedIn, userInfo } = useSession();
  const { isBusy, error, attempt } = useAttempt();
  const close = () => {
    clearDraft(LINK_ACCOUNT);
    showBanner('link', null);
  };
  const leave = () =>
    attempt(async () => {
      await (await loadSignInCalls()).signOut();
      clearSession();
      close();
      goTo('/login', 'replace');
    });
  if (!isSignedIn) return null;
  return (
    <div role="status">
      <Callout
        title={t('login.link_signed_in', { phone: userInfo?.maskedPhone ?? '' })}
        text={error ?? t('login.link_account_text')}
        action={
          <>
            <Button kind="quiet" busy={isBusy} onClick={() => void leave()}>
              {t('login.link_not_mine')}
            </Button>
            <Button kind="quiet" onClick={close}>
              {t('login.link_mine')}
            </Button>
          </>
        }
      />
    </div>
  );
}
