import type { Me } from '@noren/contract/staff/access';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall, useStaffSend } from '../../api/hooks.ts';
import { useSessionChange } from '../../api/session.tsx';
import { Alone } from '../../shell/alone.tsx';
import { roleNames } from '../../texts/permissions.ts';
import { enrolTexts } from '../../texts/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Acts, KeyValues } from '../../ui/layout.tsx';
import { Loading, TroubleState } from '../../ui/states.tsx';
import { PasskeyForm } from './passkey-form.tsx';

/**
 * Enrolment by an invitation link: name, first passkey, second passkey (which can be added later).
 */
export function Enrol() {
  const [token] = useState(() => window.location.hash.slice(1));
  const [made, setMade] = useState<Me>();

  if (token === '' && made === undefined)
    return (
      <Alone title={enrolTexts.title}>
        <p role="alert">{enrolTexts.noToken}</p>
      </Alone>
    );

  return made === undefined ? (
    <FirstPasskey token={token} onMade={setMade} />
  ) : (
    <SecondPasskey me={made} />
  );
}

function FirstPasskey({
  token,
  onMade,
}: {
  readonly token: string;
  readonly onMade: (me: Me) => void;
}) {
  const begin = useStaffSend('beginEnrolment');
  const enrol = useStaffSend('enrol');
  const [invited, setInvited] = useState<StaffAnswer<'beginEnrolment'>>();
  const { send } = begin;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the invitation is read once
  useEffect(() => {
    void send({ body: { token } }).then((answer) => answer && setInvited(answer));
  }, [token]);

  if (invited === undefined)
    return (
      <Alone title={enrolTexts.title}>
        {begin.error === null ? <Loading lines={3} /> : <TroubleState trouble={begin.error} />}
        {begin.error === null ? null : <p>{enrolTexts.refusedWhy}</p>}
      </Alone>
    );

  return (
    <Alone title={enrolTexts.title}>
      <KeyValues
        rows={[
          [enrolTexts.name, invited.name],
          [enrolTexts.email, invited.email],
          [enrolTexts.roles, roleNames(invited.roles)],
        ]}
      />
      <p>{enrolTexts.notYou}</p>
      <PasskeyForm
        act={enrolTexts.act}
        initialName={enrolTexts.firstName}
        onOptions={async () => invited.options}
        onMade={async (attestation, passkeyName) => {
          const me = await enrol.sendOrThrow({ body: { token, attestation, passkeyName } });
          // The token works once; remove it from the address and the history.
          window.history.replaceState(null, '', '/enrol');
          onMade(me);
        }}
      />
    </Alone>
  );
}

function SecondPasskey({ me }: { readonly me: Me }) {
  const begin = useStaffSend('beginPasskey');
  const add = useStaffSend('addPasskey');
  const [passkeys, setPasskeys] = useState<number>();
  if (passkeys !== undefined) return <Ready me={{ ...me, passkeys }} />;

  return (
    <Alone title={enrolTexts.second}>
      <p>{enrolTexts.secondLead}</p>
      <PasskeyForm
        act={enrolTexts.secondAct}
        initialName={enrolTexts.secondName}
        onOptions={async () => (await begin.sendOrThrow({ body: {} })).options}
        onMade={async (attestation, passkeyName) => {
          await add.sendOrThrow({ body: { attestation, passkeyName } });
          setPasskeys(2);
        }}
        onLater={() => setPasskeys(1)}
      />
    </Alone>
  );
}

/** What there is to do next: a lone administrator can do little before there is a second one. */
function Ready({ me }: { readonly me: Me }) {
  const session = useSessionChange();
  const [, navigate] = useLocation();

  const mayInvite = me.permissions.includes('propose.staff_invitation');
  const staff = useStaffCall('staffList', { query: {} }, { isOff: !mayInvite });
  const isAlone = staff.data?.isAloneAllowed === true;

  const enter = (address: string): void => {
    session.begin(me);
    navigate(address, { replace: true });
  };

  return (
    <Alone title={enrolTexts.ready}>
      <p>{enrolTexts.readyLead(me.name, roleNames(me.roles))}</p>
      {me.passkeys < 2 && <p>{enrolTexts.onePasskey}</p>}
      {isAlone && <p>{enrolTexts.aloneLead}</p>}
      <Acts>
        {isAlone && (
          <Button tone="primary" icon="plus" onPress={() => enter('/staff?invite=yes')}>
            {enrolTexts.inviteNext}
          </Button>
        )}
        <Button tone={isAlone ? 'plain' : 'primary'} onPress={() => enter('/')}>
          {enrolTexts.open}
        </Button>
      </Acts>
    </Alone>
  );
}
