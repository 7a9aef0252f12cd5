import type { BodyOf } from '@noren/contract/call';
import type { Channel } from '@noren/contract/payment';
import { repayDetail, startPayment } from '@noren/contract/repayment';
import { useState } from 'react';
import { refresh, useSend } from '../../api/hooks.tsx';
import { paymentPath, rememberOrder } from '../../shared/loan/payment-channels.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';

/** A payment request without its channel. `shownPaise` is the amount shown on the button. */
export type RequestedPayment = Omit<BodyOf<typeof startPayment>, 'channel'> & {
  shownPaise: number;
};

/**
 * From "Pay" to the channel's screen, which leads to the other channels. A refusal is shown and the
 * amount reloaded.
 */
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

  const first =
    channels.find((channel) => channel === 'upi') ??
    (channels.length === 1 ? channels[0] : undefined);

  return {
    requested,
    isSending,
    isUpi: first === 'upi',
    hasOthers: first !== undefined && channels.length > 1,
    /** Pays by UPI, or by the only channel; else asks for it. */
    open: (request: RequestedPayment) => {
      if (first) void start(request, first);
      else setRequested(request);
    },
    ask: setRequested,
    close: () => setRequested(null),
    choose: (channel: Channel) => {
      if (requested && !isSending) void start(requested, channel);
    },
  };
}

export type PaymentFlow = ReturnType<typeof usePay>;
