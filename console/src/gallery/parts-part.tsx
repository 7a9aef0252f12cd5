import { galleryTexts } from '../texts/gallery.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { BarChart, LineChart } from '../ui/chart.tsx';
import { useNow } from '../ui/clock.tsx';
import { Diff, Letters } from '../ui/compare.tsx';
import { Age, Day, Due, Instant, Money } from '../ui/figures.tsx';
import { JournalTable } from '../ui/journal-table.tsx';
import { Acts, Columns, KeyValues, Panel, Timeline } from '../ui/layout.tsx';
import { Masked } from '../ui/masked.tsx';

const HOUR_MS = 3_600_000;
const TONES: readonly Tone[] = ['plain', 'chosen', 'good', 'soon', 'bad'];

const BARS = [
  [300, 350, 380, 420, 470, 530],
  [120, 150, 190, 240, 300, 361],
  [80, 90, 110, 130, 160, 185],
] as const;

const LINES = [
  [2.9, 3.1, 2.8, 3.2, 2.6, 2.36],
  [1.9, 1.8, 2, 1.7, 1.6, 1.41],
] as const;

/** Components that show facts and figures. */
export function PartsPart() {
  return (
    <Columns>
      <Panel title={galleryTexts.badges}>
        <Acts>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone} {...(tone === 'bad' ? { icon: 'late' as const } : {})}>
              {galleryTexts.tones[tone]}
            </Badge>
          ))}
        </Acts>
        <Buttons />
      </Panel>
      <Figures />
      <Panel title={galleryTexts.journals} isFlush>
        <JournalTable
          label={galleryTexts.journals}
          journals={[
            {
              id: '1',
              title: galleryTexts.journalOne,
              lines: [
                { account: galleryTexts.accounts.interest, side: 'debit', amount: 1_431 },
                { account: galleryTexts.accounts.principal, side: 'debit', amount: 602_769 },
                { account: galleryTexts.accounts.upi, side: 'credit', amount: 604_200 },
              ],
            },
          ]}
        />
      </Panel>
      <Panel title={galleryTexts.compare}>
        <Diff before={<Money amount={112_944} />} now={<Money amount={717_748} />} isChanged />
        <Diff before={galleryTexts.owed} now={galleryTexts.owed} isChanged={false} />
        <Letters
          one={{ label: galleryTexts.nameOnPan, text: 'Sunita R Kulkarni' }}
          other={{ label: galleryTexts.nameOnAadhaar, text: 'SUNEETA R KULKARNI' }}
        />
      </Panel>
      <Panel title={galleryTexts.timeline}>
        <Timeline
          events={galleryTexts.events.map((title, at) => ({
            id: title,
            title,
            about: galleryTexts.eventAbout,
            ...(at === 0 ? { tone: 'soon' as const } : {}),
          }))}
        />
      </Panel>
      <Charts />
    </Columns>
  );
}

function Buttons() {
  const { buttons } = galleryTexts;
  const nothing = (): void => undefined;

  return (
    <Acts>
      <Button onPress={nothing} shortcut="U">
        {buttons.plain}
      </Button>
      <Button onPress={nothing} tone="primary">
        {buttons.primary}
      </Button>
      <Button onPress={nothing} tone="danger">
        {buttons.danger}
      </Button>
      <Button onPress={nothing} tone="quiet">
        {buttons.quiet}
      </Button>
      <Button isBusy>{buttons.busy}</Button>
      <Button isDisabled>{buttons.off}</Button>
      <IconButton icon="rotate" label={galleryTexts.rotate} onPress={nothing} />
    </Acts>
  );
}

function Figures() {
  const now = useNow();

  return (
    <Panel title={galleryTexts.figures}>
      <KeyValues
        rows={[
          [galleryTexts.amount, <Money key="amount" amount={12_345_678_90} />],
          [galleryTexts.loss, <Money key="loss" amount={-151_800} tone="bad" />],
          [galleryTexts.day, <Day key="day" day="2026-11-23" withWeekday />],
          [galleryTexts.moment, <Instant key="moment" at={now} />],
          [galleryTexts.time, <Instant key="time" at={now} show="time" />],
          [galleryTexts.age, <Age key="age" since={now - 27 * HOUR_MS} />],
          [galleryTexts.due, <Due key="due" at={now + 30 * HOUR_MS} />],
          [galleryTexts.soon, <Due key="soon" at={now + HOUR_MS / 2} />],
          [galleryTexts.late, <Due key="late" at={now - HOUR_MS} />],
          [
            galleryTexts.pan,
            <Masked key="pan" label={galleryTexts.pan} masked="··718H" onReveal={reveal} />,
          ],
        ]}
      />
    </Panel>
  );
}

async function reveal(): Promise<string> {
  return 'BQKPK4471M';
}

function Charts() {
  const labels = galleryTexts.months;

  return (
    <Panel title={galleryTexts.charts}>
      <BarChart
        title={galleryTexts.outstanding}
        labels={labels}
        series={galleryTexts.series.map((name, at) => ({ name, values: BARS[at] ?? [] }))}
        format={galleryTexts.crore}
      />
      <LineChart
        title={galleryTexts.risk}
        labels={labels}
        series={galleryTexts.par.map((name, at) => ({ name, values: LINES[at] ?? [] }))}
        format={galleryTexts.percent}
      />
    </Panel>
  );
}
