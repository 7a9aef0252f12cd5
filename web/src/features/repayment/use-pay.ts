import type { BodyOf } from '@noren/contract/call';
import type { Channel } from '@noren/contract/payment';
import { repayDetail, startPayment } from '@noren/contract/repayment';
import { useState } from 'react';
import { refresh, useSend } from '../../api/hooks.tsx';
import { paymentPath, rememberOrder } from '../../shared/loan/payment-channels.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';

/** A payment request without its channel. `shownPaise` is the amount shown on the button. */
export type RequestedPayment = Omit<BodyOf<typeof startPayment>, 'channel'> & { shownPaise: number };

/** From "Pay" to the channel's screen: `open` asks for the channel, `start` creates the payment. A refusal is shown and the amount reloaded. */
export function usePay(channels: readonly Channel[]) {
  const navigate = useNavigate();
  const { send, isSending } = useSend(startPayment);
  const [requested, setRequested] = useState<RequestedPayment | null>(null);
  const start = async (request: RequestedPayment, channel: Channel) => {
    const { shownPaise: _, ...payment } = request;
    const answer = await send({ body: { ...payment, channel } });
    setRequested(null);
    refresh(repayDetail);
    if (!answer) return;
    rememberOrder(answer.code, request.repayId);
    navigate(paymentPath(answer.code, channel, true));
  };
  const [only, ...others] = channels;
  return {
    requested,
    isSending,
    /** Asks for the channel, unless there is only one. */
    open: (request: RequestedPayment) => {
      if (only && others.length === 0) void start(request, only);
      else setRequested(request);
    },
    close: () => setRequested(null),
    choose: (channel: Channel) => {
      if (requested && !isSending) void start(requested, channel);
    },
  };
}

export type PaymentFlow = ReturnType<typeof usePay>;
