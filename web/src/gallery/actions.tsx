import { useState } from 'react';
import { Callout, Chip } from '../ui/feedback/callout.tsx';
import { LanguageSwitch } from '../ui/form/language-switch.tsx';
import { Button, ButtonLink } from '../ui/layout/button.tsx';
import { IconButton } from '../ui/layout/header.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Part } from './part.tsx';

/** Buttons, tabs, chips and callouts. */
export function Actions() {
  const [taps, setTaps] = useState(0);
  const [tab, setTab] = useState<'processing' | 'completed'>('processing');

  return (
    <Part title="Actions">
      <Button onClick={() => setTaps(taps + 1)}>Accepted {taps} taps</Button>
      <Button busy>Accept and get ₹9,646</Button>
      <Button disabled>Not yet</Button>
      <Button kind="ghost">Ghost</Button>
      <Button kind="ghost" busy>
        Ghost, busy
      </Button>
      <Button kind="quiet" onClick={() => toast('Copy successful')}>
        Show a toast
      </Button>
      <Button tone="danger">Erase my data</Button>
      <ButtonLink to="/noren" kind="ghost">
        To the landing page
      </ButtonLink>
      <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap', alignItems: 'center' }}>
        <Chip>15 days</Chip>
        <Chip tone="due">Due in 3 days</Chip>
        <Chip tone="bad">3 days overdue</Chip>
        <Chip tone="good">Settled</Chip>
        <IconButton
          icon="chat"
          label="Customer service"
          onClick={() => toast('Customer service')}
        />
        <LanguageSwitch />
      </div>
      <Tabs
        label="Orders"
        panelId="gallery-orders"
        value={tab}
        onChange={setTab}
        items={[
          { value: 'processing', label: 'Processing', count: 2 },
          { value: 'completed', label: 'Completed', count: 11 },
        ]}
      />
      <div id="gallery-orders" role="tabpanel" aria-label={tab}>
        {tab}
      </div>
      <Callout
        tone="due"
        title="₹7,612.50 due in 3 days"
        text="Mon, 23/11/2026"
        action={<Button kind="quiet">Repay</Button>}
      />
      <Callout
        tone="bad"
        title="Your order is overdue and your credit limit has been locked. Please repay in time."
        action={<Button kind="quiet">Repay</Button>}
      />
      <Callout tone="good" title="Paid" text="₹10,150.00 reached us at 14:02." />
      <Callout title="Your application is being checked" text="Usually within a minute." />
    </Part>
  );
}
