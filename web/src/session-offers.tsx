import { saveConsent, viewConsents } from '@noren/contract/account';
import { consentTexts } from '@noren/core/consent';
import { useState } from 'react';
import { useCall, useSend } from './api-hooks.tsx';
import { Rich } from './i18n/rich.tsx';
import { Checkbox } from './ui/checkbox.tsx';
import { Link } from './ui/router.tsx';

const { textVersion } = consentTexts.offers;

/**
 * A line that asks whether to tell of offers: unticked, needed for nothing, recorded only when ticked. It is not there
 * when it was decided before.
 * @returns the line, and what to call once the form around it was saved
 */
export function useOffersLine() {
  const { data } = useCall(viewConsents, {});
  const [isTicked, setTicked] = useState(false);
  const { send } = useSend(saveConsent);
  const standing = data?.consents.find(({ purpose }) => purpose === 'offers');
  const isAsked = standing?.textVersion === textVersion && (standing.state === 'none' || standing.state === 'outdated');
  return {
    line: isAsked && (
      <Checkbox checked={isTicked} onChange={(event) => setTicked(event.target.checked)}>
        <Rich id="consent.offers" parts={{ link: (text) => <Link to="/privacy-policy">{text}</Link> }} />
      </Checkbox>
    ),
    record: async (): Promise<void> => {
      if (isAsked && isTicked) await send({ body: { purpose: 'offers', textVersion, given: true } });
    },
  };
}
