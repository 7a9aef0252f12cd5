import { Chip } from '../ui/feedback/callout.tsx';
import { CopyRow } from '../ui/feedback/copy-row.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { AmountRow, Card, Row, RowButton, RowLink } from '../ui/layout/card.tsx';
import { Carousel } from '../ui/layout/carousel.tsx';
import { Header, IconButton } from '../ui/layout/header.tsx';
import { Icon } from '../ui/layout/icon.tsx';
import { LimitCard } from '../ui/layout/limit-card.tsx';
import { NorenCurtain } from '../ui/layout/noren-curtain.tsx';
import { StepDots, StepList } from '../ui/layout/steps.tsx';
import { TabBar } from '../ui/layout/tab-bar.tsx';
import { TermList } from '../ui/layout/term-list.tsx';
import { Figure, Text } from '../ui/layout/text.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Part } from './part.tsx';

const HREFS = { home: '/gallery', order: '/gallery', profile: '/gallery' };

/** Layout components. */
export function LayoutParts() {
  return (
    <Part title="Layout">
      <NorenCurtain />
      <Header
        title="Noren 15"
        back="/noren"
        right={
          <IconButton
            icon="chat"
            label="Customer service"
            onClick={() => toast('Customer service')}
          />
        }
      />
      <Figure
        label="How much do you want to borrow?"
        value="₹10,000"
        aside={<Chip>15 days</Chip>}
        note="for 15 days"
      />
      <LimitCard
        label="Available now"
        value="₹12,500"
        share={0.62}
        left="Limit ₹20,000"
        right="Owed ₹7,500"
      />
      <Carousel
        label="Good to know"
        slides={['One card', 'Another card, of more words than the first', 'The last card'].map(
          (words) => ({
            id: words,
            // As on Home: content that Tab cannot reach could not be scrolled to.
            content: (
              <Card rows>
                <RowLink label={words} to="/gallery" />
              </Card>
            ),
          }),
        )}
      />
      <CostCard />
      <Card>
        <TermList
          terms={[
            { term: 'What we ask for', text: ['A picture of your PAN card', 'What it says'] },
            { term: 'Why', text: 'The law requires the lender to know who borrows.' },
          ]}
        />
      </Card>
      <Steps />
      <ProgressBar value={62} max={100} label="Uploaded" />
      <Text>A paragraph in the soft ink.</Text>
      <Text size="sm">
        Small print, still readable. Nothing is charged that the next page does not list.
      </Text>
      <Icons />
      <TabBar hrefs={HREFS} current="home" />
    </Part>
  );
}

function CostCard() {
  return (
    <Card rows label="What it costs">
      <AmountRow label="You receive" value="₹9,646.00" />
      <Row label="Processing fee 3%" value="₹300.00" />
      <Row label="A label so long that it must wrap before its value does" value="₹54.00" />
      <Row strong label="APR, everything included" value="127.14%" />
      <RowButton label="Interest, 15 days" value="₹150.00" onClick={() => toast('Explained')} />
      <CopyRow label="Account number" value="1112220000123456" displayText="1112 2200 0012 3456" />
      <RowLink label="Explain this amount" onClick={() => toast('Explained')} />
      <RowLink label="Coupon" note="1 can be used here" aside="₹50" to="/gallery" />
    </Card>
  );
}

function Steps() {
  return (
    <>
      <StepDots current={3} total={5} />
      <Card rows>
        <StepList
          items={[
            { label: 'Questionnaire', note: 'Done', state: 'done' },
            {
              label: 'Identity verification',
              note: 'PAN, Aadhaar and a face check, 3 min',
              state: 'now',
              to: '/gallery',
            },
            {
              label: 'Personal information',
              note: 'Work, income and two contacts, 1 min',
              state: 'todo',
            },
          ]}
        />
      </Card>
    </>
  );
}

function Icons() {
  return (
    <div style={{ display: 'flex', gap: 12, flexWrap: 'wrap' }}>
      {(
        [
          'alert',
          'camera',
          'copy',
          'document',
          'eye',
          'globe',
          'lock',
          'offline',
          'trash',
          'calendar',
        ] as const
      ).map((name) => (
        <Icon key={name} name={name} />
      ))}
    </div>
  );
}
