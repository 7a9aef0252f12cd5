import { viewConsents } from '@noren/contract/account';
import { Activity, type ReactNode, useEffect, useState } from 'react';
import { CONSENT_REQUIRED } from '../../api/api.ts';
import { refresh, useCall } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { Loader } from '../../ui/feedback/loader.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { lazyWithPreload } from '../../ui/routing/lazy-with-preload.tsx';
import { HelpButton } from '../help/help.tsx';
import type { PromptProps, ScreenPurpose } from './consent-prompt.tsx';

// Apart from the gate, which most visits pass without a question.
const ConsentPrompt = lazyWithPreload(
  async () => (await import('./consent-prompt.tsx')).ConsentPrompt,
);

type Props = Omit<PromptProps, 'state' | 'known' | 'textVersion' | 'onAgreed'> & {
  /**
   * The screen that collects. Rendered only after the consent; keeps its state while the consent is
   * asked for again.
   */
  children: ReactNode;
};

/** Asks for a screen's consent before the screen is rendered: once per user, on any device. */
export function ConsentGate({ purpose, children, ...rest }: Props) {
  const { data, error, isFetching, refetch } = useCall(viewConsents, {});
  const [isAgreed, setAgreed] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);

  useEffect(() => {
    const promptAgain = () => {
      setAgreed(false);
      // The focused element is hidden now: the heading of the gate takes the focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      refresh(viewConsents);
    };

    addEventListener(CONSENT_REQUIRED, promptAgain);

    return () => removeEventListener(CONSENT_REQUIRED, promptAgain);
  }, []);

  const consent = data?.consents.find((one) => one.purpose === purpose);
  const isOpen = isAgreed || consent?.state === 'given';

  if (isOpen && !wasOpen) setWasOpen(true);

  return (
    <>
      {wasOpen && <Activity mode={isOpen ? 'visible' : 'hidden'}>{children}</Activity>}
      {!isOpen && data && consent && (
        <ConsentPrompt
          purpose={purpose}
          state={consent.state}
          known={data.consents.flatMap((one) => (one.state === 'given' ? one.purpose : []))}
          textVersion={consent.textVersion}
          onAgreed={() => setAgreed(true)}
          {...rest}
        />
      )}
      {!consent && error && (
        <Failed
          purpose={purpose}
          error={error}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!consent && !error && <Loader />}
    </>
  );
}

type FailedProps = { purpose: ScreenPurpose; error: Error; isBusy: boolean; onRetry: () => void };

function Failed({ purpose, error, isBusy, onRetry }: FailedProps) {
  const t = useT();
  return (
    <Page title={t(`consent.title_${purpose}`)} back="/identity-auth" right={<HelpButton />}>
      <ErrorState text={error.message} onRetry={onRetry} busy={isBusy} />
    </Page>
  );
}
