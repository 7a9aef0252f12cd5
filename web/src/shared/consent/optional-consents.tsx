import { saveConsent, viewConsents } from '@noren/contract/account';
import { consentTexts } from '@noren/core/people/consent';
import { useState } from 'react';
import { useCall, useSend } from '../../api/hooks.tsx';
import { Rich } from '../../i18n/rich.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Link } from '../../ui/routing/router.tsx';

/** What nothing depends on, each asked by a line of its own. */
const ASKED = ['offers', 'usage', 'device_mark'] as const;
type Asked = (typeof ASKED)[number];

/**
 * Lines that ask for what is optional: unticked, needed for nothing, recorded only when ticked. One is not there when it
 * was decided before.
 * @returns the lines, and what to call once the form around them was saved
 */
export function useOptionalConsents() {
  const { data } = useCall(viewConsents, {});
  const [ticked, setTicked] = useState<readonly Asked[]>([]);
  const { send } = useSend(saveConsent);
  const open = ASKED.filter((purpose) => {
    const consent = data?.consents.find((one) => one.purpose === purpose);
    const isOpen = consent?.state === 'none' || consent?.state === 'outdated';
    return isOpen && consent.textVersion === consentTexts[purpose].textVersion;
  });
  const tick = (purpose: Asked, isTicked: boolean) =>
    setTicked((before) => (isTicked ? [...before, purpose] : before.filter((one) => one !== purpose)));
  return {
    lines: open.map((purpose) => (
      <Checkbox
        key={purpose}
        checked={ticked.includes(purpose)}
        onChange={(event) => tick(purpose, event.target.checked)}
      >
        <Rich id={`consent.${purpose}`} parts={{ link: (text) => <Link to="/privacy-policy">{text}</Link> }} />
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
