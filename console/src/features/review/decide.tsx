import type { ReviewAddress, ReviewCase } from '@noren/contract/staff/review';
import {
  OTHER_PERSON_REASONS,
  type OtherPersonReason,
} from '@noren/core/people/sanctions-decision';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { kitTexts } from '../../texts/kit.ts';
import { reviewTexts } from '../../texts/review.ts';
import { languageName } from '../../texts/work.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { RadioList, SelectField } from '../../ui/fields.tsx';
import { useKeys } from '../../ui/keys.tsx';
import { Panel } from '../../ui/layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import style from './review.module.css';
import { differing, startingChoices, ValueChoices } from './value-choices.tsx';

const ACTS = [
  { id: 'approve', key: 'a', tone: 'primary' },
  { id: 'refuse', key: 'x', tone: 'danger' },
  { id: 'ask', key: 'd', tone: 'primary' },
] as const;

type Act = (typeof ACTS)[number]['id'];

/** "Approve" says nothing where somebody may be on a list. */
const actName = (act: Act, kind: ReviewCase['kind']): string =>
  kind === 'sanctions' && act !== 'ask' ? reviewTexts.acts[act].sanctions : reviewTexts[act];

interface DecideProps {
  readonly reviewCase: ReviewCase;
  /** Version of the case; for a correction, its change id. */
  readonly subject: string;
  /** While a decision is sent the case is not reloaded: once decided, it no longer exists. */
  readonly onBusy: (isBusy: boolean) => void;
  readonly onDone: (next: ReviewAddress | null) => void;
}

/**
 * Approves, refuses with a reason, or asks for one document. Each shows the text for the borrower
 * first. A, X and D open one and focus its first control, Escape closes it, Enter confirms it.
 */
export function Decide(props: DecideProps) {
  const { reviewCase } = props;
  const [act, setAct] = useState<Act>();
  const choices = useRef<HTMLDivElement>(null);

  const mayAsk = reviewCase.requests.length > 0 && reviewCase.asked === null;
  const acts = ACTS.filter(({ id }) => id !== 'ask' || mayAsk);

  const close = (): void => {
    setAct(undefined);
    choices.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
  };

  useKeys([
    ...acts.map(({ id, key }) => ({
      keys: key,
      text: actName(id, reviewCase.kind),
      run: () => setAct(id),
    })),
    ...(act === undefined ? [] : [{ keys: 'Escape', text: kitTexts.cancel, run: close }]),
  ]);

  const Chosen = act && PANELS[act];

  return (
    <div className={style.stack}>
      <Panel title={reviewTexts.decide}>
        <div ref={choices} className={style.decisions}>
          {acts.map(({ id, key, tone }) => (
            <Button
              key={id}
              isWide
              tone={id === act ? tone : 'plain'}
              shortcut={key.toUpperCase()}
              isExpanded={id === act}
              onPress={() => setAct(id)}
            >
              {actName(id, reviewCase.kind)}
            </Button>
          ))}
        </div>
      </Panel>
      {Chosen && (
        <KeyPanel key={act} onClose={close}>
          <Chosen {...props} onClose={close} />
        </KeyPanel>
      )}
    </div>
  );
}

/** Focuses its first control, or its button. */
function KeyPanel({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const first = (query: string) => panel.current?.querySelector<HTMLElement>(query);
    (first('input:checked') ?? first('input, select') ?? first('[type="submit"]'))?.focus();
  }, []);

  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && isChoice(event.target))
      panel.current?.querySelector('form')?.requestSubmit();
    else return;

    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside
    <div ref={panel} onKeyDown={press}>
      {children}
    </div>
  );
}

/** A choice stands before the form: the browser does not send the form at Enter. */
function isChoice(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

type ActProps = DecideProps & { readonly onClose: () => void };

/** Sends the decision; then a toast, and the next case opens. */
function useDecision<N extends 'decideReview' | 'askDocument'>(
  name: N,
  done: string,
  { onBusy, onDone }: ActProps,
) {
  const toast = useToast();
  const { send, isBusy, error } = useStaffSend(name);

  const decide = async (...input: Parameters<typeof send>): Promise<void> => {
    onBusy(true);

    const answer = await send(...input);
    if (!answer) return onBusy(false);

    toast(done);
    onDone(answer.next);
  };

  return { decide, panel: { isWithoutReason: true, isBusy, error } as const };
}

/** Ends a hold: the borrower is not the listed person. */
function ApproveOther(props: ActProps) {
  const { reviewCase, subject, onClose } = props;
  const { decide, panel } = useDecision('decideReview', reviewTexts.doneApproved, props);
  const [because, setBecause] = useState<OtherPersonReason | ''>('');
  const [isMissing, setMissing] = useState(false);
  const { userId, kind } = reviewCase;

  const confirm = (): void => {
    setMissing(because === '');
    if (because !== '')
      void decide({ body: { userId, kind, subject, decision: 'approve', because } });
  };

  return (
    <ConfirmPanel
      title={reviewTexts.otherPersonTitle}
      act={reviewTexts.acts.approve.sanctions}
      {...panel}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <RadioList
        label={reviewTexts.otherPersonReason}
        name="because"
        value={because}
        onChange={setBecause}
        options={OTHER_PERSON_REASONS.map((id) => ({
          id,
          text: reviewTexts.otherPersonReasons[id],
        }))}
        problem={isMissing ? reviewTexts.chooseReason : undefined}
      />
      <p>{reviewTexts.approveWhat.sanctions}</p>
    </ConfirmPanel>
  );
}

function Approve(props: ActProps) {
  return props.reviewCase.kind === 'sanctions' ? (
    <ApproveOther {...props} />
  ) : (
    <ApproveCase {...props} />
  );
}

function ApproveCase(props: ActProps) {
  const { reviewCase, subject, onClose } = props;
  const { decide, panel } = useDecision('decideReview', reviewTexts.doneApproved, props);
  const { userId, kind, fields } = reviewCase;
  const [stands, setStands] = useState(() => startingChoices(fields));
  const [isMissing, setMissing] = useState(false);

  const confirm = (): void => {
    const isIncomplete = differing(fields).some(({ field }) => stands[field] === undefined);
    setMissing(isIncomplete);

    const choice = fields.length > 0 ? { stands } : {};
    if (!isIncomplete)
      void decide({ body: { userId, kind, subject, decision: 'approve', ...choice } });
  };

  return (
    <ConfirmPanel
      title={reviewTexts.approveTitle}
      act={reviewTexts.approve}
      {...panel}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <ValueChoices
        fields={fields}
        stands={stands}
        onChange={setStands}
        isMissingShown={isMissing}
      />
      <p>{reviewTexts.approveWhat[kind]}</p>
    </ConfirmPanel>
  );
}

function Refuse(props: ActProps) {
  const { reviewCase, subject, onClose } = props;
  const { decide, panel } = useDecision('decideReview', reviewTexts.doneRefused, props);
  const only = reviewCase.refusals.length === 1 ? reviewCase.refusals[0] : undefined;

  const [reason, setReason] = useState<ReviewCase['refusals'][number]['reason'] | ''>(
    only?.reason ?? '',
  );
  const [isMissing, setMissing] = useState(false);
  const { userId, kind } = reviewCase;

  const confirm = (): void => {
    setMissing(reason === '');
    if (reason !== '') void decide({ body: { userId, kind, subject, decision: 'refuse', reason } });
  };

  return (
    <ConfirmPanel
      title={kind === 'sanctions' ? reviewTexts.samePersonTitle : reviewTexts.refuseTitle}
      act={actName('refuse', kind)}
      tone="danger"
      {...panel}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {kind === 'correction' && <p>{reviewTexts.refuseCorrection}</p>}
      {kind === 'sanctions' && <p>{reviewTexts.samePerson}</p>}
      <RadioList
        label={reviewTexts.refuseReason}
        name="reason"
        value={reason}
        onChange={setReason}
        options={reviewCase.refusals.map(({ reason: id }) => ({
          id,
          text: reviewTexts.refusals[id],
        }))}
        problem={isMissing ? reviewTexts.chooseReason : undefined}
      />
      <BorrowerReads
        reviewCase={reviewCase}
        texts={reviewCase.refusals.filter((one) => one.reason === reason)}
      />
    </ConfirmPanel>
  );
}

function Ask(props: ActProps) {
  const { reviewCase, subject, onClose } = props;
  const { decide, panel } = useDecision('askDocument', reviewTexts.doneAsked, props);
  const [document, setDocument] = useState(likelyDocument(reviewCase));
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);

  const request = reviewCase.requests.find((request) => request.document === document);
  const why = request?.reasons.find((one) => one.reason === reason);
  const { userId, kind } = reviewCase;

  const confirm = (): void => {
    setMissing(why === undefined);
    if (request && why)
      void decide({
        body: { userId, kind, subject, document: request.document, reason: why.reason },
      });
  };

  return (
    <ConfirmPanel
      title={reviewTexts.askTitle}
      act={reviewTexts.askAct}
      {...panel}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <SelectField
        label={reviewTexts.askWhich}
        name="document"
        value={document}
        onChange={setDocument}
        options={reviewCase.requests.map(({ document: id }) => ({
          id,
          text: reviewTexts.documents[id],
        }))}
        problem={isMissing && !request ? reviewTexts.chooseDocument : undefined}
      />
      {request && (
        <RadioList
          label={reviewTexts.askReason}
          name="reason"
          value={reason}
          onChange={setReason}
          options={request.reasons.map(({ reason: id }) => ({
            id,
            text: reviewTexts.askReasons[id],
          }))}
          problem={isMissing && !why ? reviewTexts.chooseReason : undefined}
        />
      )}
      <BorrowerReads reviewCase={reviewCase} texts={request && why ? [request, why] : []} />
    </ConfirmPanel>
  );
}

/** The document that a reviewer most likely asks for: one that differs, or the only one. */
function likelyDocument({
  fields,
  requests,
}: ReviewCase): ReviewCase['requests'][number]['document'] | '' {
  const differing = fields.flatMap(({ reads }) => reads).find(({ agrees }) => !agrees)?.document;
  const likely = requests.find(({ document }) => document === differing) ?? requests[0];

  return likely?.document ?? '';
}

interface BorrowerReadsProps {
  readonly reviewCase: ReviewCase;
  readonly texts: readonly { readonly text: string; readonly english: string }[];
}

/** What the borrower will read, and the same in English. */
function BorrowerReads({ reviewCase, texts }: BorrowerReadsProps) {
  if (texts.length === 0) return null;

  return (
    <div className={style.words}>
      <small>{reviewTexts.borrowerReads(languageName(reviewCase.language))}</small>
      <p lang={reviewCase.language}>{texts.map(({ text }) => text).join(' ')}</p>
      {reviewCase.language !== 'en' && (
        <small lang="en">{texts.map(({ english }) => english).join(' ')}</small>
      )}
    </div>
  );
}

const PANELS = { approve: Approve, refuse: Refuse, ask: Ask } as const;
