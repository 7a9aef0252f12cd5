import type { ReviewCase } from '@noren/contract/staff/review';
import { useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { reviewTexts } from '../../texts/review.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { RadioList } from '../../ui/fields.tsx';
import { useKeys } from '../../ui/keys.tsx';
import { Panel } from '../../ui/layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import style from './review.module.css';
import { differing, startingChoices, ValueChoices } from './value-choices.tsx';

type Act = 'approve' | 'refuse' | 'ask';

interface DecideProps {
  readonly of: ReviewCase;
  /** Version of the case; for a correction, its change id. */
  readonly subject: string;
  /** While a decision is sent the case is not reloaded: once decided, it no longer exists. */
  readonly onBusy: (isBusy: boolean) => void;
  readonly onDone: () => void;
}

/** Approves, refuses with a reason, or asks for one document. Each shows the text for the borrower first. */
export function Decide(props: DecideProps) {
  const { of } = props;
  const [act, setAct] = useState<Act>();
  const mayAsk = of.requests.length > 0 && of.asked === null;
  useKeys([
    { keys: 'a', text: reviewTexts.approve, run: () => setAct('approve') },
    { keys: 'x', text: reviewTexts.refuse, run: () => setAct('refuse') },
    ...(mayAsk ? [{ keys: 'd', text: reviewTexts.ask, run: () => setAct('ask') }] : []),
  ]);
  const close = (): void => setAct(undefined);
  if (act === 'approve') return <Approve {...props} onClose={close} />;
  if (act === 'refuse') return <Refuse {...props} onClose={close} />;
  if (act === 'ask') return <Ask {...props} onClose={close} />;
  return (
    <Panel title={reviewTexts.decide}>
      <div className={style.stack}>
        <Button tone="primary" isWide shortcut="A" onPress={() => setAct('approve')}>
          {reviewTexts.approve}
        </Button>
        <Button tone="danger" isWide shortcut="X" onPress={() => setAct('refuse')}>
          {reviewTexts.refuse}
        </Button>
        {mayAsk && (
          <Button isWide shortcut="D" onPress={() => setAct('ask')}>
            {reviewTexts.ask}
          </Button>
        )}
      </div>
    </Panel>
  );
}

type ActProps = DecideProps & { readonly onClose: () => void };

/** Sends the decision; then a toast, and the next case. */
function useDecision<N extends 'decideReview' | 'askDocument'>(name: N, done: string, { onBusy, onDone }: ActProps) {
  const toast = useToast();
  const { send, isBusy, error } = useStaffSend(name);
  const decide = async (...input: Parameters<typeof send>): Promise<void> => {
    onBusy(true);
    if (!(await send(...input))) return onBusy(false);
    toast(done);
    onDone();
  };
  return { decide, panel: { isWithoutReason: true, isBusy, error } as const };
}

function Approve(props: ActProps) {
  const { of, subject, onClose } = props;
  const { decide, panel } = useDecision('decideReview', reviewTexts.doneApproved, props);
  const { userId, kind, fields } = of;
  const [stands, setStands] = useState(() => startingChoices(fields));
  const [isMissing, setMissing] = useState(false);
  const confirm = (): void => {
    const isIncomplete = differing(fields).some(({ field }) => stands[field] === undefined);
    setMissing(isIncomplete);
    const chosen = fields.length > 0 ? { stands } : {};
    if (!isIncomplete) void decide({ body: { userId, kind, subject, decision: 'approve', ...chosen } });
  };
  return (
    <ConfirmPanel
      title={reviewTexts.approveTitle}
      act={reviewTexts.approve}
      {...panel}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <ValueChoices fields={fields} stands={stands} onChange={setStands} isMissingShown={isMissing} />
      <p>{reviewTexts.approveWhat[kind]}</p>
    </ConfirmPanel>
  );
}

function Refuse(props: ActProps) {
  const { of, subject, onClose } = props;
  const { decide, panel } = useDecision('decideReview', reviewTexts.doneRefused, props);
  const only = of.refusals.length === 1 ? of.refusals[0] : undefined;
  const [reason, setReason] = useState<ReviewCase['refusals'][number]['reason'] | ''>(only?.reason ?? '');
  const [isMissing, setMissing] = useState(false);
  const { userId, kind } = of;
  const confirm = (): void => {
    setMissing(reason === '');
    if (reason !== '') void decide({ body: { userId, kind, subject, decision: 'refuse', reason } });
  };
  return (
    <ConfirmPanel
      title={reviewTexts.refuseTitle}
      act={reviewTexts.refuse}
      tone="danger"
      {...panel}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {kind === 'correction' && <p>{reviewTexts.refuseCorrection}</p>}
      <RadioList
        label={reviewTexts.refuseReason}
        name="reason"
        value={reason}
        onChange={setReason}
        options={of.refusals.map(({ reason: id, english }) => ({ id, text: english }))}
        problem={isMissing ? reviewTexts.chooseReason : undefined}
      />
      <BorrowerReads of={of} texts={of.refusals.filter((one) => one.reason === reason).map(({ text }) => text)} />
    </ConfirmPanel>
  );
}

function Ask(props: ActProps) {
  const { of, subject, onClose } = props;
  const { decide, panel } = useDecision('askDocument', reviewTexts.doneAsked, props);
  const only = of.requests.length === 1 ? of.requests[0] : undefined;
  const [document, setDocument] = useState<ReviewCase['requests'][number]['document'] | ''>(only?.document ?? '');
  const chosen = of.requests.find((request) => request.document === document);
  const [reason, setReason] = useState('');
  const why = chosen?.reasons.find((one) => one.reason === reason);
  const [isMissing, setMissing] = useState(false);
  const { userId, kind } = of;
  const confirm = (): void => {
    setMissing(why === undefined);
    if (chosen && why) void decide({ body: { userId, kind, subject, document: chosen.document, reason: why.reason } });
  };
  return (
    <ConfirmPanel
      title={reviewTexts.askTitle}
      act={reviewTexts.askAct}
      {...panel}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <RadioList
        label={reviewTexts.askWhich}
        name="document"
        value={document}
        onChange={setDocument}
        options={of.requests.map(({ document: id }) => ({ id, text: reviewTexts.documents[id] }))}
        problem={isMissing && !chosen ? reviewTexts.chooseDocument : undefined}
      />
      {chosen && (
        <RadioList
          label={reviewTexts.askReason}
          name="reason"
          value={reason}
          onChange={setReason}
          options={chosen.reasons.map(({ reason: id, english }) => ({ id, text: english }))}
          problem={isMissing && !why ? reviewTexts.chooseReason : undefined}
        />
      )}
      <BorrowerReads of={of} texts={chosen && why ? [chosen.text, why.text] : []} />
    </ConfirmPanel>
  );
}

interface BorrowerReadsProps {
  readonly of: ReviewCase;
  readonly texts: readonly string[];
}

/** Preview of the text for the borrower. */
function BorrowerReads({ of, texts }: BorrowerReadsProps) {
  if (texts.length === 0) return null;
  return (
    <div className={style.words}>
      <small>{reviewTexts.borrowerReads(of.language)}</small>
      {texts.map((text) => (
        <p key={text} lang={of.language}>
          {text}
        </p>
      ))}
    </div>
  );
}
