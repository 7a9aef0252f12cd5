import { useStaffCall, useStaffSend } from '../../api/hooks.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { TroubleState } from '../../ui/states.tsx';
import { savePlace } from './saved-place.ts';

/** Leaves for the company's own sign-in; shown only where it is set up. */
export function CompanyButton() {
  const ways = useStaffCall('staffSignInWays');
  const begin = useStaffSend('beginCompanySignIn');

  if (ways.data?.hasCompanySignIn !== true) return null;

  const leave = async (): Promise<void> => {
    const answer = await begin.send({ body: {} });
    if (answer === undefined) return;

    savePlace();
    window.location.assign(answer.page);
  };

  return (
    <>
      {begin.error && <TroubleState trouble={begin.error} />}
      <Button icon="people" isBusy={begin.isBusy} onPress={() => void leave()}>
        {signInTexts.company}
      </Button>
    </>
  );
}
