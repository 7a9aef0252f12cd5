import { viewAccount } from '@noren/contract/bank';
import { realName } from '@noren/contract/certification';
import { CODES } from '@noren/contract/codes';
import { notificationCentre } from '@noren/contract/support';
import { homeFor, UserStatus } from '@noren/core/people/status';
import { ApiError } from '../../api/api.ts';
import { goToConfirm } from '../../api/confirm.ts';
import { useCall } from '../../api/hooks.tsx';
import { formatDay } from '../../i18n/format.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { InstallRow } from '../../pwa/install-prompt.tsx';
import { NotificationsRow } from '../../pwa/notifications.tsx';
import { type Session, useSession } from '../../session/session.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { AppTabs } from '../../shared/navigation/app-tabs.tsx';
import { useOnboardingStatus } from '../../shared/steps/certification-steps.ts';
import { Chip } from '../../ui/feedback/callout.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Card, Row, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useLanguageSaved } from './language-saved.ts';
import { LogOut } from './log-out.tsx';

/** The profile: user, onboarding status, language, links to all other screens, log-out. */
export function UserScreen() {
  const t = useT();
  const { userInfo, onboardingStatus } = useSession();
  useLanguageSaved();
  // A loan settled since the app started changes the status to regular.
  useOnboardingStatus();
  return (
    <Page title={t('ui.tab_user')} back={false} right={<HelpButton />} tabs={<AppTabs current="profile" />}>
      <Card rows label={t('account.you')}>
        <Name />
        <Row strong label={t('account.phone')} value={userInfo?.maskedPhone ?? '–'} />
        {onboardingStatus && <Row strong label={t('account.status')} value={t(statusText(onboardingStatus))} />}
        <Row label={t('ui.language')} value={<LanguageSwitch />} />
      </Card>
      {onboardingStatus && onboardingStatus.bizStatus < UserStatus.certified && (
        <NextStepLink bizStatus={onboardingStatus.bizStatus} />
      )}
      <Card rows label={t('account.more')}>
        <Messages />
        {onboardingStatus?.repayId && onboardingStatus.repayInfo && (
          <RowLink
            to={`/repay/${onboardingStatus.repayId}`}
            label={t('orders.repay')}
            note={t('home.due_on', { day: formatDay(onboardingStatus.repayInfo.dueDay) })}
          />
        )}
        <RowLink to="/order" label={t('account.orders')} />
        <RowLink to="/documents" label={t('docs.title')} />
        {onboardingStatus && onboardingStatus.bizStatus >= UserStatus.certified && (
          <RowLink to="/coupon" label={t('account.coupons')} />
        )}
        <BankAccount />
        <RowLink to="/customer-service" label={t('account.help')} />
        <RowLink to="/feedback" label={t('account.feedback')} />
        <RowLink to="/sessions" label={t('sessions.title')} />
        <RowLink to="/passkeys" label={t('passkeys.title')} note={t('passkeys.note')} />
        <RowLink to="/data" label={t('data.title')} />
        <RowLink to="/privacy-policy" label={t('account.privacy')} />
        <NotificationsRow />
        <InstallRow />
      </Card>
      <LogOut />
    </Page>
  );
}

/** The name as in the documents; known once the identity is confirmed. */
function Name() {
  const t = useT();
  const { onboardingStatus } = useSession();
  // A link session may not read it before a code, and the profile is no reason to request one.
  const { data, isPending } = useCall(realName, { isOptional: true });
  const name = data?.name ?? null;
  // Its row is reserved if there is a name, so that the content below does not move when it loads.
  const isComing = isPending && onboardingStatus !== undefined && onboardingStatus.bizStatus >= IDENTIFIED;
  if (name === null && !isComing) return null;
  return <Row strong label={t('account.name')} value={name ?? t('ui.loading')} />;
}

/** From this status on the identity step is done. */
const IDENTIFIED = 30;

type OnboardingStatus = NonNullable<Session['onboardingStatus']>;

function statusText({ bizStatus }: OnboardingStatus): TextId {
  if (bizStatus >= UserStatus.regular) return 'account.status_regular';
  return bizStatus >= UserStatus.certified ? 'account.status_certified' : 'account.status_open';
}

function NextStepLink({ bizStatus }: { bizStatus: number }) {
  const t = useT();
  const next = homeFor(bizStatus);
  return <ButtonLink to={next === '/noren' ? '/identity-auth' : next}>{t('account.go_on')}</ButtonLink>;
}

/** A link to the notification centre, with the number of unread messages. */
function Messages() {
  const t = useT();
  const unread = useCall(notificationCentre, { body: {}, isOptional: true }).data?.unread ?? 0;
  return (
    <RowLink
      to="/messages"
      label={t('account.messages')}
      aside={unread > 0 && <Chip tone="due">{t('account.unread', { count: unread })}</Chip>}
    />
  );
}

/** The payout account, by its bank and last four digits. */
function BankAccount() {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useCall(viewAccount, { isOptional: true });
  const account = data?.account;
  if (error instanceof ApiError && error.code === CODES.confirmByCode)
    return <RowLink label={t('account.bank')} note={t('account.bank_code')} onClick={() => goToConfirm(false)} />;
  if (isError && !data)
    return (
      <RowLink
        label={t('account.bank')}
        note={t(isFetching ? 'ui.loading' : 'account.bank_failed')}
        onClick={() => void refetch()}
      />
    );
  if (!account) return <Row label={t('account.bank')} value={t(data ? 'account.bank_none' : 'ui.loading')} />;
  const masked = t('account.bank_masked', { bank: account.bankName, last4: account.accountLast4 });
  return (
    <RowLink
      to="/modify-bank-info"
      label={t('account.bank')}
      note={account.validationState === 'refused' ? t('bank.refused') : masked}
      aside={t('account.bank_change')}
    />
  );
}
