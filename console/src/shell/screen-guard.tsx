import { Component, type ReactNode } from 'react';
import { shellTexts } from '../texts/shell.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Page } from '../ui/layout.tsx';

interface GuardProps {
  readonly children: ReactNode;
}

/** Error boundary of a screen, so that the navigation survives a fault. */
export class ScreenGuard extends Component<GuardProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;

    return (
      <Page title={shellTexts.failed}>
        <p>{shellTexts.failedWhy}</p>
        <Button icon="again" onPress={() => this.setState({ hasFailed: false })}>
          {shellTexts.openAgain}
        </Button>
      </Page>
    );
  }
}

/** Shown if no screen has this address, or none that the reader's roles open. */
export function NotFound() {
  return (
    <Page title={shellTexts.notFound}>
      <p>{shellTexts.notFoundWhy}</p>
      <LinkButton to="/">{shellTexts.toStart}</LinkButton>
    </Page>
  );
}
