import { Component, type ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import { captureFault } from '../tracking/script-faults.ts';
import { ErrorState } from '../ui/feedback/states.tsx';
import { Page } from '../ui/layout/page.tsx';

/** Replaces a screen that could not be loaded or rendered. */
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
      {/* A module that failed to load stays failed until a page reload; forms keep their drafts. */}
      <ErrorState onRetry={() => location.reload()} />
    </Page>
  );
}
