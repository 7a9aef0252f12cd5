import type { ReactNode } from 'react';
import { Page } from '../../ui/layout/page.tsx';
import { HelpButton } from '../help/help.tsx';

type Props = { title: string; footer?: ReactNode; children: ReactNode };

/** A page that the account's page opens. */
export function AccountPage({ title, footer, children }: Props) {
  return (
    <Page title={title} back="/user" right={<HelpButton />} footer={footer}>
      {children}
    </Page>
  );
}
