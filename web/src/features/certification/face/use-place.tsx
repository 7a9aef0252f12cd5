import { saveConsent, viewConsents } from '@noren/contract/account';
import type { Place } from '@noren/core/people/coarse-place';
import { consentTexts } from '@noren/core/people/consent';
import { isDueDiligence } from '@noren/core/people/face-check';
import type { FacePurpose } from '@noren/core/people/face-purpose';
import { type ReactNode, useRef, useState } from 'react';
import { markStale, useSend } from '../../../api/hooks.tsx';
import { PermissionDialog } from '../../../pwa/permission-dialog.tsx';
import { keepPlaceAnswer, mayAskPlace, readPlace, readPlaceAnswer } from './place.ts';

/**
 * Asks where the phone is before a face check of due diligence: once, also of somebody who leaves it
 * and returns. Neither answer, nor none, keeps anybody from the check. The consent is recorded before
 * the browser is asked.
 */
export function usePlace(purpose: FacePurpose): {
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

  const look = async (then: () => void) => {
    setLooking(true);
    const found = await readPlace();
    if (found) place.current = { place: found };

    setLooking(false);
    then();
  };

  const decline = (then: () => void) => {
    keepPlaceAnswer(purpose, 'later');
    setGoOn(undefined);
    then();
  };

  const agree = async (then: () => void) => {
    setGoOn(undefined);
    setLooking(true);

    const { textVersion } = consentTexts.location;
    const body = { purpose: 'location', textVersion, given: true } as const;
    if (!(await send({ body }, () => undefined))) {
      setLooking(false);
      return then();
    }

    keepPlaceAnswer(purpose, 'ok');
    markStale(viewConsents);
    await look(then);
  };

  return {
    ask: (then) => {
      if (wasAsked.current || !isDueDiligence(purpose) || !navigator.geolocation) return then();
      wasAsked.current = true;

      const before = readPlaceAnswer(purpose);
      if (before === 'later') return then();
      if (before === 'ok') return void look(then);
      void mayAskPlace().then((mayAsk) => (mayAsk ? setGoOn({ then }) : then()));
    },
    place: () => place.current,
    isLooking,
    question: goOn && (
      <PermissionDialog
        kind="location"
        onOk={() => void agree(goOn.then)}
        onLater={() => decline(goOn.then)}
      />
    ),
  };
}
