import { saveSurvey, viewSurvey } from '@noren/contract/certification';
import type { Dictionary } from '@noren/contract/dictionary';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useChoices } from '../../api/dictionary.ts';
import { markStale, useCall, useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { clearDraft, readDraft, saveDraft } from '../../session/drafts.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { useBackTo, useNextStep } from '../../shared/steps/certification-steps.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Field } from '../../ui/form/field.tsx';
import { RadioCards } from '../../ui/form/radio-cards.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Navigate, useNavigate, useSearchParams } from '../../ui/routing/router.tsx';
import style from './form.module.css';
import { isStepClosed, StepClosed } from './step-closed.tsx';
import { Why } from './why.tsx';

const DRAFT = 'survey';

const QUESTIONS = [
  { answer: 'purpose', type: 'loanPurpose' },
  { answer: 'incomeBand', type: 'incomeBand' },
  { answer: 'otherDebts', type: 'otherDebts' },
  { answer: 'heardFrom', type: 'heardFrom' },
] as const satisfies readonly { answer: string; type: Dictionary }[];

type Question = (typeof QUESTIONS)[number];
type Answers = Partial<Record<Question['answer'], string>>;

/**
 * The questionnaire: one question per screen. The last answer saves them all; saved ones come back
 * as a summary, to be changed.
 */
export function Survey() {
  const t = useT();
  const { data, error, isFetching, refetch } = useCall(viewSurvey, {});
  const onBeforeBack = useBackTo('/identity-auth');

  if (data) return <Questions saved={data.answers ?? {}} />;

  return (
    <Page title={t('certification.part_survey')} onBeforeBack={onBeforeBack} right={<HelpButton />}>
      {error ? (
        <ErrorState text={error.message} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton height={18} />
      )}
    </Page>
  );
}

function Questions({ saved }: { saved: Answers }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [answers, setAnswers] = useState<Answers>(() => ({ ...saved, ...readDraft(DRAFT) }));
  const [savesAtOnce, setSavesAtOnce] = useState(false);
  const unanswered = QUESTIONS.findIndex(({ answer }) => !answers[answer]);
  const first = unanswered === -1 ? QUESTIONS.length : unanswered;
  const requested = Number(params.get('q') ?? Number.NaN);
  // Starts at the first unanswered question, and never shows one after it.
  if (!(requested >= 1)) return <Navigate to={`/survey?q=${first + 1}`} replace />;

  const at = Math.min(Math.floor(requested) - 1, first);
  const question = QUESTIONS[at];
  if (!question) return <Summary {...{ answers, savesAtOnce }} />;

  const isChanging = params.has('change');
  const isLast = at === QUESTIONS.length - 1;

  return (
    <QuestionForm
      key={question.answer}
      index={at}
      question={question}
      chosen={answers[question.answer] ?? ''}
      onChoose={(value) => {
        const next = { ...answers, [question.answer]: value };
        setAnswers(next);
        saveDraft(DRAFT, next);
      }}
      isLast={isLast && !isChanging}
      onNext={() => {
        setSavesAtOnce(isLast && !isChanging);
        navigate(`/survey?q=${isChanging ? QUESTIONS.length + 1 : at + 2}`, {
          replace: isChanging,
        });
      }}
    />
  );
}

type QuestionFormProps = {
  index: number;
  question: Question;
  chosen: string;
  /** The answers are saved after it. */
  isLast: boolean;
  onChoose: (value: string) => void;
  onNext: () => void;
};

function QuestionForm(props: QuestionFormProps) {
  const { index, question, chosen, isLast, onChoose, onNext } = props;
  const t = useT();
  const { choices, error, isFetching, retry } = useChoices(question.type);
  const onBeforeBack = useBackTo(index === 0 ? '/identity-auth' : `/survey?q=${index}`);
  const label = t(`certification.ask_${question.answer}`);
  // A tap on a label is followed by a click on its radio button.
  const hasGoneOn = useRef(false);

  const goOnByTap = ({ detail, target }: MouseEvent) => {
    const value = (target as Element).closest('label')?.querySelector('input')?.value;
    // A click that a key makes has the detail 0.
    if (detail === 0 || value === undefined || hasGoneOn.current) return;

    hasGoneOn.current = true;
    onChoose(value);
    onNext();
  };

  return (
    <Page
      title={t('certification.question_of', { number: index + 1, total: QUESTIONS.length })}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      // A tap goes on by itself: the button is for keys, and for an answer that was given before.
      footer={
        choices &&
        chosen && (
          <Button onClick={onNext}>
            {t(isLast ? 'certification.save_answers' : 'certification.next')}
          </Button>
        )
      }
    >
      <ProgressBar
        value={index}
        max={QUESTIONS.length}
        label={t('certification.question_of', { number: index + 1, total: QUESTIONS.length })}
      />
      {choices ? (
        <Field group label={<h2 className={style.question}>{label}</h2>}>
          {/* The keyboard chooses by the radio buttons, passes over answers, and goes on by the button below. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
          <div onClick={goOnByTap}>
            <RadioCards options={choices} value={chosen} onChange={onChoose} />
          </div>
        </Field>
      ) : error ? (
        <ErrorState text={error.message} onRetry={retry} busy={isFetching} />
      ) : (
        <Skeleton height={18} />
      )}
      {index === 0 && choices && <Why id="certification.why_survey" />}
    </Page>
  );
}

/** All answers, to be changed and saved; after the last question they are saved at once. */
function Summary({ answers, savesAtOnce }: { answers: Answers; savesAtOnce: boolean }) {
  const t = useT();
  const goOn = useNextStep();
  const onBeforeBack = useBackTo(`/survey?q=${QUESTIONS.length}`);
  const { send, isSending, error } = useSend(saveSurvey);

  const save = async () => {
    const { purpose = '', incomeBand = '', otherDebts = '', heardFrom = '' } = answers;
    const saved = await send({ body: { purpose, incomeBand, otherDebts, heardFrom } });
    if (!saved) return;

    clearDraft(DRAFT);
    markStale(viewSurvey);
    goOn(saved.bizStatus);
  };

  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the answers it opened with
  useEffect(() => {
    if (!savesAtOnce || isBegun.current) return;

    isBegun.current = true;
    void save();
  }, []);

  return (
    <Page
      title={t('certification.part_survey')}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={
        !isStepClosed(error) && (
          <Button busy={isSending} onClick={() => void save()}>
            {t('certification.save_answers')}
          </Button>
        )
      }
    >
      <h2>{t('certification.your_answers')}</h2>
      {error && (isStepClosed(error) ? <StepClosed /> : <Trouble title={error.message} />)}
      <Card rows>
        {QUESTIONS.map((question, index) => (
          <AnswerRow
            key={question.answer}
            question={question}
            index={index}
            value={answers[question.answer] ?? ''}
          />
        ))}
      </Card>
    </Page>
  );
}

function AnswerRow({
  question,
  index,
  value,
}: {
  question: Question;
  index: number;
  value: string;
}) {
  const t = useT();
  const { choices } = useChoices(question.type);

  return (
    <RowLink
      label={t(`certification.ask_${question.answer}`)}
      note={choices?.find((choice) => choice.value === value)?.label ?? '…'}
      aside={t('certification.change')}
      to={`/survey?q=${index + 1}&change=1`}
    />
  );
}
