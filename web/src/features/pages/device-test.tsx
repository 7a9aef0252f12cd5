import { useEffect, useState } from 'react';
import { type TextId, useT } from '../../i18n/index.ts';
import { deviceId, useSession } from '../../session/session.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Chip, type Tone } from '../../ui/feedback/callout.tsx';
import { CopyRow } from '../../ui/feedback/copy-row.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import style from './device-test.module.css';
import {
  describeDetails,
  type Outcome,
  SELF_TEST_NAMES,
  type SelfTest,
  type SelfTestId,
  selfTests,
  writeDetails,
} from './self-tests.ts';

const STATES: Record<Outcome['state'], { word: TextId; tone: Tone }> = {
  ok: { word: 'test.ok', tone: 'good' },
  bad: { word: 'test.bad', tone: 'bad' },
  unknown: { word: 'test.unknown', tone: 'plain' },
};

type Results = Partial<Record<SelfTestId, Outcome>>;

/**
 * What this device supports, to read out or copy to customer service. Source: specification §2,
 * /test.
 */
export function DeviceTest() {
  const t = useT();
  const { isSignedIn } = useSession();
  const [round, setRound] = useState(0);
  const [results, setResults] = useState<Results>({});

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `round` runs the tests again
  useEffect(() => {
    let isMounted = true;
    setResults({});

    for (const test of selfTests())
      void tryTest(test).then(
        (outcome) => isMounted && setResults((before) => ({ ...before, [test.id]: outcome })),
      );

    return () => {
      isMounted = false;
    };
  }, [round]);

  const ids = Object.keys(SELF_TEST_NAMES) as SelfTestId[];
  const isDone = ids.every((id) => results[id]);
  // In their order, as far as they are done: a line that grows would move those below it.
  const lines = ids.filter((id) => id !== 'device');
  const running = lines.findIndex((id) => !results[id]);

  const copy = async () => {
    const lines = ids.map((id) => `${id}: ${writeOutcome(results[id])}`);
    try {
      await navigator.clipboard.writeText([...lines, navigator.userAgent].join('\n'));
      toast(t('ui.copied'));
    } catch (cause) {
      // Specification §8: a clipboard failure is ignored; the results are readable on the screen.
      console.info('Nothing was copied', (cause as Error).name);
    }
  };

  return (
    <Page
      title={t('test.title')}
      right={isSignedIn ? <HelpButton /> : <LanguageSwitch />}
      footer={
        <>
          <Button busy={!isDone} onClick={() => void copy()}>
            {t('test.copy')}
          </Button>
          <Button kind="ghost" onClick={() => setRound(round + 1)}>
            {t('test.again')}
          </Button>
        </>
      }
    >
      <Text>{t('test.lead')}</Text>
      <Card rows label={t('test.device')}>
        <CopyRow label={t('test.device')} value={deviceId()} />
      </Card>
      <Text size="sm">{navigator.userAgent}</Text>
      <ul className={style.list} aria-busy={!isDone}>
        {(isDone ? lines : lines.slice(0, running + 1)).map((id) => (
          <Line key={id} id={id} outcome={results[id]} />
        ))}
      </ul>
    </Page>
  );
}

function Line({ id, outcome }: { id: SelfTestId; outcome: Outcome | undefined }) {
  const t = useT();
  const details = outcome && describeDetails(outcome, t);

  return (
    <li className={style.line}>
      <span className={style.words}>
        <b>{t(SELF_TEST_NAMES[id])}</b>
        {details && <span className={style.detail}>{details}</span>}
      </span>
      {outcome ? (
        <Chip tone={STATES[outcome.state].tone}>{t(STATES[outcome.state].word)}</Chip>
      ) : (
        <Text>{t('test.running')}</Text>
      )}
    </li>
  );
}

function writeOutcome(outcome: Outcome | undefined): string {
  return outcome ? `${outcome.state} ${writeDetails(outcome)}`.trim() : '…';
}

async function tryTest({ run }: SelfTest): Promise<Outcome> {
  try {
    return await run();
  } catch (cause) {
    // An unexpected error is a finding too.
    return { state: 'bad', details: ['failed'], fault: (cause as Error).name };
  }
}
