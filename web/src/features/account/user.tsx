import { viewAccount } from '@noren/contract/bank';
import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { creditInfo, type IdentityLevelView } from '@noren/contract/loans';
import { realName } from '@noren/contract/real-name';
import { notificationCentre } from '@noren/contract/support';
import { homeFor, UserStatus } from '@noren/core/people/status';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api.ts';
import { useAppConfig } from '../../api/config.ts';
import { goToConfirm } from '../../api/confirm.ts';
import { useCall } from '../../api/hooks.tsx';
import { formatDay } from '../../i18n/format.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { InstallRow } from '../../pwa/install-prompt.tsx';
import { NotificationsRow } from '../../pwa/notifications.tsx';
import { type Session, useSession } from '../../session/session.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { LevelStep } from '../../shared/loan/level-step.tsx';
import { useLevelText } from '../../shared/loan/level-text.ts';
import { AppTabs } from '../../shared/navigation/app-tabs.tsx';
import { RenewalRow } from '../../shared/renewal/renewal-row.tsx';
import { useOnboardingStatus } from '../../shared/steps/certification-steps.ts';
import { Chip } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Card, Row, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Stack } from '../../ui/layout/text.tsx';
import { ContactHoursRow } from './contact-hours.tsx';
import { useLanguageSaved } from './language-saved.ts';
import { LogOut } from './log-out.tsx';
import { ProfileIcon } from './profile-icon.tsx';

/** The profile: user, onboarding status, language, links to all other screens, log-out. */
export function UserScreen() {
  const t = useT();
  const { onboardingStatus } = useSession();
  // A loan settled since the app started changes the status to regular.
  const { error } = useOnboardingStatus();
  const name = useCall(realName, OPTIONAL);
  const account = useCall(viewAccount, OPTIONAL);
  const isCertified = (onboardingStatus?.bizStatus ?? 0) >= UserStatus.certified;
  const credit = useCall(creditInfo, { ...OPTIONAL, isOn: isCertified });

  useLanguageSaved();

  // They say which rows there are: a row that came later would push down what is being read.
  const isKnown =
    (onboardingStatus !== undefined || error !== null) &&
    isAnswered(name) &&
    isAnswered(account) &&
    (!isCertified || isAnswered(credit));

  return (
    <Page
      title={t('ui.tab_user')}
      back={false}
      right={<HelpButton />}
      tabs={<AppTabs current="profile" />}
    >
      {isKnown ? (
        <Profile
          name={name.data?.name ?? null}
          account={account}
          credit={isCertified ? credit.data : undefined}
        />
      ) : (
        <Skeleton height={40} />
      )}
    </Page>
  );
}

/** Also while a call that failed is tried again. */
const isAnswered = ({
  isPending,
  isFetched,
}: {
  isPending: boolean;
  isFetched: boolean;
}): boolean => !isPending || isFetched;

/** A link session may not read it before a code, and the profile is no reason to request one. */
const OPTIONAL = { isOptional: true };

interface ProfileProps {
  /** As in the documents; null until the identity is confirmed. */
  name: string | null;
  account: ReturnType<typeof useCall<typeof viewAccount>>;
  /** Undefined before certification. */
  credit: AnswerOf<typeof creditInfo> | undefined;
}

function Profile({ name, account, credit }: ProfileProps) {
  const t = useT();
  const { userInfo, onboardingStatus } = useSession();

  return (
    <>
      <Card rows label={t('account.you')}>
        {name !== null && <Row strong label={t('account.name')} value={name} />}
        <Row strong label={t('account.phone')} value={userInfo?.maskedPhone ?? '–'} />
        {onboardingStatus && (
          <Row label={t('account.status')} value={<StatusChip status={onboardingStatus} />} />
        )}
        {credit?.renewal && <RenewalRow renewal={credit.renewal} />}
        <Row label={t('ui.language')} value={<LanguageSwitch />} />
      </Card>
      {onboardingStatus && onboardingStatus.bizStatus < UserStatus.certified && (
        <NextStepLink bizStatus={onboardingStatus.bizStatus} />
      )}
      {credit && <Identity identity={credit.identity} />}
      <Loans account={account} />
      <Help />
      <Safety />
      <LogOut />
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <h2>{title}</h2>
      <Card rows label={title}>
        {children}
      </Card>
    </Stack>
  );
}

/** The identity level, what it allows, and the step to more. */
function Identity({ identity }: { identity: IdentityLevelView }) {
  const t = useT();
  const text = useLevelText(identity);

  return identity.next === null ? (
    <Card rows label={t('level.title')}>
      <Row label={t('level.title')} value={text} />
    </Card>
  ) : (
    <LevelStep identity={identity} />
  );
}

function Loans({ account }: Pick<ProfileProps, 'account'>) {
  const t = useT();
  const { onboardingStatus } = useSession();
  const { config } = useAppConfig();
  const isCertified = onboardingStatus && onboardingStatus.bizStatus >= UserStatus.certified;

  return (
    <Group title={t('account.your_loans')}>
      <Repay />
      <RowLink to="/order" icon={<ProfileIcon name="order" />} label={t('account.orders')} />
      <RowLink to="/documents" icon={<ProfileIcon name="paper" />} label={t('docs.title')} />
      {config?.hasAutopay && isCertified && (
        <RowLink
          to="/autopay"
          icon={<ProfileIcon name="rupee" />}
          label={t('autopay.title')}
          note={t('autopay.offer_note')}
        />
      )}
      {isCertified && (
        <RowLink to="/coupon" icon={<ProfileIcon name="coupon" />} label={t('account.coupons')} />
      )}
      <BankAccount loaded={account} />
    </Group>
  );
}

/** The loan to repay, with its due date, or how many days it is overdue. */
function Repay() {
  const t = useT();
  const { repayId, repayInfo } = useSession().onboardingStatus ?? {};
  if (!repayId || !repayInfo) return null;

  const { dueDay, overdueDays } = repayInfo;

  return (
    <RowLink
      to={`/repay/${repayId}`}
      icon={<ProfileIcon name="rupee" />}
      label={t('orders.repay')}
      note={
        <>
          {t('home.due_on', { day: formatDay(dueDay) })}{' '}
          {overdueDays > 0 && (
            <Chip tone="bad">{t('repay.days_overdue', { days: overdueDays })}</Chip>
          )}
        </>
      }
    />
  );
}

function Help() {
  const t = useT();

  return (
    <Group title={t('account.messages_and_help')}>
      <Messages />
      <NotificationsRow icon={<ProfileIcon name="bell" />} />
      <ContactHoursRow />
      <RowLink
        to="/customer-service"
        icon={<ProfileIcon name="help" />}
        label={t('account.help')}
      />
      <RowLink to="/feedback" icon={<ProfileIcon name="pen" />} label={t('account.feedback')} />
      <InstallRow icon={<ProfileIcon name="install" />} />
    </Group>
  );
}

function Safety() {
  const t = useT();
  const { config } = useAppConfig();

  return (
    <Group title={t('account.security_and_privacy')}>
      <RowLink
        to="/phone-number"
        icon={<ProfileIcon name="phone" />}
        label={t('phone.title')}
        note={t('phone.note')}
      />
      {config?.sendsEmail && (
        <RowLink
          to="/email"
          icon={<ProfileIcon name="message" />}
          label={t('email.title')}
          note={t('email.note')}
        />
      )}
      <RowLink to="/sessions" icon={<ProfileIcon name="phone" />} label={t('sessions.title')} />
      <RowLink
        to="/passkeys"
        icon={<ProfileIcon name="key" />}
        label={t('passkeys.title')}
        note={t('passkeys.note')}
      />
      <RowLink to="/data" icon={<ProfileIcon name="person" />} label={t('data.title')} />
      <RowLink
        to="/privacy-policy"
        icon={<ProfileIcon name="shield" />}
        label={t('account.privacy')}
      />
    </Group>
  );
}

type OnboardingStatus = NonNullable<Session['onboardingStatus']>;

function statusText({ bizStatus }: OnboardingStatus): TextId {
  if (bizStatus >= UserStatus.regular) return 'account.status_regular';
  return bizStatus >= UserStatus.certified ? 'account.status_certified' : 'account.status_open';
}

function StatusChip({ status }: { status: OnboardingStatus }) {
  const t = useT();
  return (
    <Chip tone={status.bizStatus >= UserStatus.certified ? 'good' : 'due'}>
      {t(statusText(status))}
    </Chip>
  );
}

function NextStepLink({ bizStatus }: { bizStatus: number }) {
  const t = useT();
  const next = homeFor(bizStatus);
  return (
    <ButtonLink to={next === '/noren' ? '/identity-auth' : next}>{t('account.go_on')}</ButtonLink>
  );
}

/** A link to the notification centre, with the number of unread messages. */
function Messages() {
  const t = useT();
  const unread = useCall(notificationCentre, { body: {}, ...OPTIONAL }).data?.unread ?? 0;

  return (
    <RowLink
      to="/messages"
      icon={<ProfileIcon name="message" />}
      label={t('account.messages')}
      aside={unread > 0 && <Chip tone="due">{t('account.unread', { count: unread })}</Chip>}
    />
  );
}

/** The payout account, by its bank and last four digits. */
function BankAccount({ loaded }: { loaded: ProfileProps['account'] }) {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = loaded;
  const account = data?.account;
  const row = { icon: <ProfileIcon name="bank" />, label: t('account.bank') };
  if (error instanceof ApiError && error.code === CODES.confirmByCode)
    return <RowLink {...row} note={t('account.bank_code')} onClick={() => goToConfirm(false)} />;

  if (isError && !data)
    return (
      <RowLink
        {...row}
        note={t(isFetching ? 'ui.loading' : 'account.bank_failed')}
        onClick={() => void refetch()}
      />
    );

  if (!account) return <Row {...row} value={t(data ? 'account.bank_none' : 'ui.loading')} />;

  const masked = t('account.bank_masked', { bank: account.bankName, last4: account.accountLast4 });

  return (
    <RowLink
      to="/modify-bank-info"
      {...row}
      note={account.validationState === 'refused' ? t('bank.refused') : masked}
      aside={t('account.bank_change')}
    />
  );
}
