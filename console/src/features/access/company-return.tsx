import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useStaffSend } from '../../api/hooks.ts';
import { useSessionChange } from '../../api/session.tsx';
import { Alone } from '../../shell/alone.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, TroubleState } from '../../ui/states.tsx';
import { takePlace } from './saved-place.ts';

/** The page to which the company's sign-in returns: signs in and goes back to the former page. */
export function CompanyReturn() {
  const { send, error } = useStaffSend('companySignIn');
  const session = useSessionChange();
  const [, navigate] = useLocation();
  const isSent = useRef(false);

  useEffect(() => {
    // The answer can be used only once, and React may run an effect twice.
    if (isSent.current) return;

    isSent.current = true;

    const answer = window.location.search.slice(1);
    window.history.replaceState(null, '', window.location.pathname);
    void send({ body: { answer } }).then((me) => {
      if (me === undefined) return;

      session.begin(me);
      navigate(takePlace(), { replace: true });
    });
  }, [send, session, navigate]);

  return (
    <Alone title={signInTexts.title}>
      {error === null ? <Loading lines={3} /> : <TroubleState trouble={error} />}
      {error === null ? null : (
        <Button tone="primary" onPress={() => navigate(takePlace(), { replace: true })}>
          {signInTexts.otherWay}
        </Button>
      )}
    </Alone>
  );
}
