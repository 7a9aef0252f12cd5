import { goTo } from '../../api/api.ts';
import { useT } from '../../i18n/index.ts';
import { clearDraft, LINK_ACCOUNT, storePlainDraft } from '../../session/drafts.ts';
import { SESSION_CHANGED, useSession } from '../../session/session.ts';
import { showBanner } from '../../ui/feedback/banner.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { useLeave } from './use-leave.ts';

/**
 * Shows above every screen whose account a link opened, until the user keeps or leaves it, confirms
 * it by a code, or somebody signs in or out.
 */
export function announceLinkAccount(userId: string): void {
  storePlainDraft(LINK_ACCOUNT, { userId });
  showBanner('link', <LinkAccount userId={userId} />);
  addEventListener(SESSION_CHANGED, closeLinkAccount, { once: true });
}

/** The account is no longer one that only a link opened, or is over. */
export function closeLinkAccount(): void {
  clearDraft(LINK_ACCOUNT);
  showBanner('link', null);
}

function LinkAccount({ userId }: { userId: string }) {
  const t = useT();
  const { userInfo } = useSession();
  const { isBusy, error, leave } = useLeave(() => goTo('/login', 'replace'));

  if (userInfo?.userId !== userId) return null;

  return (
    <div role="status">
      <Callout
        title={t('login.link_signed_in', { phone: userInfo.maskedPhone })}
        text={error ?? t('login.link_account_text')}
        action={
          <>
            <Button kind="quiet" busy={isBusy} onClick={() => void leave()}>
              {t('login.link_not_mine')}
            </Button>
            <Button kind="quiet" onClick={closeLinkAccount}>
              {t('login.link_mine')}
            </Button>
          </>
        }
      />
    </div>
  );
}
