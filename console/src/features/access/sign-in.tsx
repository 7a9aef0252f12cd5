import type { Role } from '@noren/core/staff/roles';
import { useState } from 'react';
import { useStaffCall, useStaffSend } from '../../api/hooks.ts';
import { askPasskey, hasPasskeys } from '../../api/passkey.ts';
import { useSessionChange } from '../../api/session.tsx';
import type { StaffError } from '../../api/staff-error.ts';
import { Alone } from '../../shell/alone.tsx';
import { ROLE_NAMES } from '../../texts/permissions.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { TroubleState } from '../../ui/states.tsx';
import { CompanyButton } from './company-button.tsx';
import style from './sign-in.module.css';

/** Signs in by passkey. The URL does not change, so its screen opens afterwards. */
export function SignIn({ wasSignedIn }: { readonly wasSignedIn: boolean }) {
  const { signIn, isBusy, error } = usePasskeySignIn();

  return (
    <Alone title={wasSignedIn ? signInTexts.again : signInTexts.title}>
      <p>{wasSignedIn ? signInTexts.againWhy : signInTexts.lead}</p>
      {error !== null && <TroubleState trouble={error} />}
      {hasPasskeys() ? (
        <Button tone="primary" icon="key" isBusy={isBusy} onPress={() => void signIn()}>
          {isBusy ? signInTexts.waiting : signInTexts.act}
        </Button>
      ) : (
        <p role="alert">{signInTexts.noPasskeys}</p>
      )}
      <CompanyButton />
      <p className={style.small}>{signInTexts.lost}</p>
      <SandboxPeople />
    </Alone>
  );
}

function usePasskeySignIn() {
  const begin = useStaffSend('beginStaffSignIn');
  const finish = useStaffSend('staffSignIn');
  const session = useSessionChange();
  const [error, setError] = useState<StaffError | null>(null);
  const [isBusy, setBusy] = useState(false);

  const signIn = async (): Promise<void> => {
    setBusy(true);
    setError(null);

    try {
      const { options } = await begin.sendOrThrow({ body: {} });
      session.begin(await finish.sendOrThrow({ body: { assertion: await askPasskey(options) } }));
    } catch (cause) {
      setError(cause as StaffError);
      setBusy(false);
    }
  };

  return { signIn, isBusy, error };
}

/** One button per role, only in the sandbox; elsewhere the server answers 404. */
function SandboxPeople() {
  const people = useStaffCall('sandboxStaff');
  const signIn = useStaffSend('sandboxSignIn');
  const session = useSessionChange();
  const [isSecond, setSecond] = useState(false);

  if (people.data === undefined || people.data.people.length === 0) return null;

  const signInAs = async (role: Role): Promise<void> => {
    const me = await signIn.send({ body: { role, who: isSecond ? 'second' : 'first' } });
    if (me !== undefined) session.begin(me);
  };

  return (
    <section className={style.sandbox} aria-labelledby="sandbox-people">
      <h2 id="sandbox-people">{signInTexts.sandboxTitle}</h2>
      <p className={style.small}>{signInTexts.sandboxLead}</p>
      {signIn.error && <TroubleState trouble={signIn.error} />}
      <ul className={style.people}>
        {people.data.people.map(({ role, name }) => (
          <li key={role}>
            <Button isWide isDisabled={signIn.isBusy} onPress={() => void signInAs(role)}>
              <span className={style.person}>
                {ROLE_NAMES[role]}
                <small>{name}</small>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <label className={style.second}>
        <input
          type="checkbox"
          checked={isSecond}
          onChange={({ target }) => setSecond(target.checked)}
        />
        {signInTexts.beSecond}
      </label>
    </section>
  );
}
