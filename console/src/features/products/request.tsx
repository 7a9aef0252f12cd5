import { useState } from 'react';
import { useParams } from 'wouter';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall, useStaffSend } from '../../api/hooks.ts';
import { Comments } from '../../shared/comments.tsx';
import { Happened } from '../../shared/happened.tsx';
import { approvalTexts, requestTexts } from '../../texts/approvals.ts';
import { productTexts } from '../../texts/products.ts';
import { refusalText } from '../../texts/refusals.ts';
import { approveActText, requestTitle } from '../../texts/request-money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Acts, Columns, KeyValues, Page, Panel } from '../../ui/layout.tsx';
import { Answer, TroubleState } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ProposalView } from './proposal-view.tsx';

type RequestAnswer = StaffAnswer<'approval'>;

/** One request about products: the change and the decision. */
export function Request() {
  const { requestId = '' } = useParams<{ requestId: string }>();
  const request = useStaffCall('approval', { params: { requestId } });

  return (
    <Page
      title={
        request.data?.approval.money ? requestTitle(request.data.approval) : productTexts.request
      }
      crumbs={[{ to: '/products', text: productTexts.title }]}
    >
      <Answer of={request}>{(data) => <RequestBody data={data} />}</Answer>
    </Page>
  );
}

function RequestBody({ data }: { readonly data: RequestAnswer }) {
  const { approval, proposal, problem, decisionReason } = data;
  const [isAnswerLost, setAnswerLost] = useState(false);
  const isOpen = approval.state === 'open';

  return (
    <Columns least={420}>
      <Panel title={productTexts.about}>
        <ProposalView kind={approval.kind} detail={proposal} />
      </Panel>
      <div>
        <Panel
          title={productTexts.request}
          about={
            <Badge tone={isOpen ? 'soon' : approval.state === 'approved' ? 'good' : 'plain'}>
              {approvalTexts.states[approval.state]}
            </Badge>
          }
        >
          <KeyValues
            rows={[
              [productTexts.askedBy, approval.makerName],
              [productTexts.reason, approval.reason],
              ...(isOpen
                ? [[productTexts.waits, <Instant key="at" at={approval.expiresAt} />] as const]
                : []),
              ...(approval.checkerName === null
                ? []
                : [[approvalTexts.checker, approval.checkerName] as const]),
              ...(approval.decidedAt === null
                ? []
                : [
                    [
                      approvalTexts.decided,
                      <Instant key="decided" at={approval.decidedAt} />,
                    ] as const,
                  ]),
              ...(decisionReason === null
                ? []
                : [[approvalTexts.states.refused, decisionReason] as const]),
            ]}
          />
          {isOpen && problem !== null && (
            <TroubleState trouble={{ code: 'not_possible', message: refusalText(problem) }} />
          )}
          {isAnswerLost && <Happened state={approval.state} />}
          {isOpen && <Decision data={data} onLost={setAnswerLost} />}
        </Panel>
        <Comments request={data} />
      </div>
    </Columns>
  );
}

interface DecisionProps {
  readonly data: RequestAnswer;
  /** Called with whether it is unknown that the decision was carried out. */
  readonly onLost: (isLost: boolean) => void;
}

function Decision({ data, onLost }: DecisionProps) {
  const { approval, effectNow } = data;
  const { requestId } = approval;
  const [step, setStep] = useState<'approve' | 'refuse'>();
  const approve = useStaffSend('approve', { onLost });
  const refuse = useStaffSend('refuseApproval', { onLost });
  const toast = useToast();

  const doApprove = async (): Promise<void> => {
    if (effectNow && (await approve.send({ body: { requestId, seen: effectNow } })))
      toast(requestTexts.approved);
  };

  const doRefuse = async (reason: string): Promise<void> => {
    if (await refuse.send({ body: { requestId, reason } })) toast(requestTexts.rejected);
  };

  if (approval.isMine) return <Withdrawal requestId={requestId} onLost={onLost} />;
  if (!approval.isMineToDecide) return null;

  if (step === undefined)
    return (
      <Acts>
        <Button
          tone="primary"
          icon="tick"
          isDisabled={effectNow === null}
          onPress={() => setStep('approve')}
        >
          {requestTexts.approve}
        </Button>
        <Button icon="cross" onPress={() => setStep('refuse')}>
          {requestTexts.reject}
        </Button>
      </Acts>
    );

  const isApproval = step === 'approve';
  const act = effectNow?.money
    ? approveActText({ ...approval, money: effectNow.money })
    : requestTexts.approve;

  return (
    <ConfirmPanel
      key={step}
      title={isApproval ? productTexts.approveTitle : requestTexts.rejectTitle}
      act={isApproval ? act : requestTexts.reject}
      tone={isApproval ? 'primary' : 'danger'}
      isWithoutReason={isApproval}
      isBusy={approve.isBusy || refuse.isBusy}
      error={isApproval ? approve.error : refuse.error}
      onConfirm={(reason) => void (isApproval ? doApprove() : doRefuse(reason))}
      onCancel={() => setStep(undefined)}
    />
  );
}

interface WithdrawalProps {
  readonly requestId: string;
  readonly onLost: DecisionProps['onLost'];
}

function Withdrawal({ requestId, onLost }: WithdrawalProps) {
  const withdraw = useStaffSend('withdrawApproval', { onLost });
  const toast = useToast();

  const send = async (): Promise<void> => {
    if (await withdraw.send({ body: { requestId } })) toast(requestTexts.withdrawn);
  };

  return (
    <>
      <p>{productTexts.yours}</p>
      {withdraw.error && <TroubleState trouble={withdraw.error} />}
      <Button isBusy={withdraw.isBusy} onPress={() => void send()}>
        {requestTexts.withdraw}
      </Button>
    </>
  );
}
