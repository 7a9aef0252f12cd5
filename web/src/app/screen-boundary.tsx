import { Component, type ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import { captureFault } from '../tracking/script-faults.ts';
import { ErrorState } from '../ui/feedback/states.tsx';
import { Page } from '../ui/layout/page.tsx';

/** Stands in for a screen that could not be loaded or shown: a part of the app lost on the way, or a fault of ours. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    captureFault(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const t = useT();
  return (
    <Page title={t('ui.failed_title')} heading="hidden">
      {/* A part that failed to load stays failed until the page is loaded anew; forms keep their drafts over that. */}
      <ErrorState onRetry={() => location.reload()} />
    </Page>
  );
}
