import { saveConsent, viewConsents } from '@noren/contract/account';
import type { Place } from '@noren/core/people/coarse-place';
import { consentTexts } from '@noren/core/people/consent';
import { type ReactNode, useRef, useState } from 'react';
import { markStale, useSend } from '../../../api/hooks.tsx';
import { PermissionDialog } from '../../../pwa/permission-dialog.tsx';
import { mayAskPlace, readPlace } from './place.ts';

/**
 * Asks once a face check where the phone is, before the check. Neither answer, nor none, keeps
 * anybody from the check. The consent is recorded before the browser is asked.
 */
export function usePlace(): {
  ask: (goOn: () => void) => void;
  /** What goes with the start of the check. */
  place: () => { place?: Place };
  question: ReactNode;
  isLooking: boolean;
} {
  const { send } = useSend(saveConsent);
  const wasAsked = useRef(false);
  const place = useRef<{ place?: Place }>({});
  const [goOn, setGoOn] = useState<{ then: () => void }>();
  const [isLooking, setLooking] = useState(false);

  const end = () => {
    setGoOn(undefined);
    goOn?.then();
  };

  const look = async () => {
    setGoOn(undefined);
    setLooking(true);

    const { textVersion } = consentTexts.location;
    const body = { purpose: 'location', textVersion, given: true } as const;
    if (await send({ body }, () => undefined)) {
      markStale(viewConsents);
      const found = await readPlace();
      if (found) place.current = { place: found };
    }

    setLooking(false);
    goOn?.then();
  };

  return {
    ask: (then) => {
      if (wasAsked.current || !navigator.geolocation) return then();
      wasAsked.current = true;
      void mayAskPlace().then((mayAsk) => (mayAsk ? setGoOn({ then }) : then()));
    },
    place: () => place.current,
    isLooking,
    question: goOn && <PermissionDialog kind="location" onOk={() => void look()} onLater={end} />,
  };
}
