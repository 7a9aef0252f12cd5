import { saveConsent, viewConsents } from '@noren/contract/account';
import { consentTexts } from '@noren/core/people/consent';
import { useState } from 'react';
import { useCall, useSend } from '../../api/hooks.tsx';
import { Rich } from '../../i18n/rich.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Link } from '../../ui/routing/router.tsx';

/** Each has its own checkbox; nothing depends on them. */
const OPTIONAL_PURPOSES = ['offers', 'usage', 'device_mark'] as const;
type OptionalPurpose = (typeof OPTIONAL_PURPOSES)[number];

/**
 * Checkboxes for optional consents: unticked, and recorded only when ticked. A purpose that was
 * decided before is not shown.
 * @returns the checkboxes, and a function to call after the form around them was saved
 */
export function useOptionalConsents() {
  const { data } = useCall(viewConsents, {});
  const [ticked, setTicked] = useState<readonly OptionalPurpose[]>([]);
  const { send } = useSend(saveConsent);

  const open = OPTIONAL_PURPOSES.filter((purpose) => {
    const consent = data?.consents.find((one) => one.purpose === purpose);
    const isOpen = consent?.state === 'none' || consent?.state === 'outdated';
    return isOpen && consent.textVersion === consentTexts[purpose].textVersion;
  });

  const tick = (purpose: OptionalPurpose, isTicked: boolean) =>
    setTicked((before) =>
      isTicked ? [...before, purpose] : before.filter((one) => one !== purpose),
    );

  return {
    lines: open.map((purpose) => (
      <Checkbox
        key={purpose}
        checked={ticked.includes(purpose)}
        onChange={(event) => tick(purpose, event.target.checked)}
      >
        <Rich
          id={`consent.${purpose}`}
          parts={{ link: (text) => <Link to="/privacy-policy">{text}</Link> }}
        />
      </Checkbox>
    )),
    record: async (): Promise<void> => {
      for (const purpose of open) {
        const { textVersion } = consentTexts[purpose];
        if (ticked.includes(purpose)) await send({ body: { purpose, textVersion, given: true } });
      }
    },
  };
}
