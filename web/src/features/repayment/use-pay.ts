import type { BodyOf } from '@noren/contract/call';
import type { Channel } from '@noren/contract/payment';
import { repayDetail, startPayment } from '@noren/contract/repayment';
import { useState } from 'react';
import { refresh, useSend } from '../../api/hooks.tsx';
import { placeToPay, rememberOrder } from '../../shared/loan/payment-channels.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';

/** What is to be paid, before the way of paying it is chosen. `shownPaise` is what the button said. */
export type Ask = Omit<BodyOf<typeof startPayment>, 'channel'> & { shownPaise: number };

/** From "Pay" to the chosen way's own screen: asked for by `open`, begun by `start`. A refusal is told and shows the amount anew. */
export function usePay(channels: readonly Channel[]) {
  const navigate = useNavigate();
  const { send, isSending } = useSend(startPayment);
  const [ask, setAsk] = useState<Ask | null>(null);
  const start = async (asked: Ask, channel: Channel) => {
    const { shownPaise: _, ...payment } = asked;
    const answer = await send({ body: { ...payment, channel } });
    setAsk(null);
    refresh(repayDetail);
    if (!answer) return;
    rememberOrder(answer.code, asked.repayId);
    navigate(placeToPay(answer.code, channel, true));
  };
  const [only, ...others] = channels;
  return {
    ask,
    isSending,
    /** Asks for the way, unless there is but one. */
    open: (asked: Ask) => {
      if (only && others.length === 0) void start(asked, only);
      else setAsk(asked);
    },
    close: () => setAsk(null),
    choose: (channel: Channel) => {
      if (ask && !isSending) void start(ask, channel);
    },
  };
}

/** What {@link usePay} gives. */
export type Paying = ReturnType<typeof usePay>;
