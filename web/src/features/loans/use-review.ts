import { reviewOffer } from '@noren/contract/preorder';
import { useEffect, useState } from 'react';
import { useSend } from '../../api/hooks.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { type Offer, toOfferTrouble, useAccepting } from './use-offer.ts';

/**
 * An offer made from a reservation: loaded with the screen, then read and accepted like any other.
 */
export function useReview(repayId: string, isOpenAtFirst: boolean) {
  const [offer, setOffer] = useState<Offer>();
  const [isRead, setRead] = useState(isOpenAtFirst);
  const reviewing = useSend(reviewOffer);
  const accepting = useAccepting(isRead && offer ? offer : null);
  const { setTrouble } = accepting;
  const { send } = reviewing;
  const language = useLanguage();

  const request = async (): Promise<void> => {
    setTrouble({ kind: 'none' });

    const answer = await send({ body: { repayId } }, (error) => {
      const trouble = toOfferTrouble(error);
      // An expired offer cannot be quoted again.
      if (trouble.kind === 'gone') setOffer(undefined);
      setTrouble(trouble);
    });
    if (answer) setOffer(answer);
  };

  // In another language it is another key facts statement with the same terms.
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once for each offer and language
  useEffect(() => void request(), [repayId, language]);

  return {
    ...accepting,
    offer,
    isRequesting: reviewing.isSending,
    /** The key facts are open. */
    isRead,
    request,
    read: () => setRead(true),
    close: () => {
      setRead(false);
      setTrouble({ kind: 'none' });
    },
  };
}
