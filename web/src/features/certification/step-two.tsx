import { savePersonalInfo, viewPersonalInfo } from '@noren/contract/certification';
import type { AddressField } from '@noren/core/people/address';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useChoices } from '../../api/dictionary.ts';
import { markStale, useCall, useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { useOptionalConsents } from '../../shared/consent/optional-consents.tsx';
import { useForm } from '../../shared/forms/form.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { useBackTo, useNextStep } from '../../shared/steps/certification-steps.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import style from './form.module.css';
import { PersonalFields } from './personal-fields.tsx';
import { checkPersonal, emptyPersonal, type Personal, pickSentFields } from './personal-rules.ts';
import { isStepClosed, StepClosed } from './step-closed.tsx';
import { Why } from './why.tsx';

/** Personal information: every field of specification §3, prefilled with known values. */
export function StepTwo() {
  const call = useCall(viewPersonalInfo, {});
  const { data } = call;
  const { isFetched } = useChoices('education');

  if (data && isFetched) return <PersonalForm known={data.info} {...data} />;

  return (
    <PersonalPage>
      <NotLoaded call={call}>
        <Skeleton lines={10} />
      </NotLoaded>
    </PersonalPage>
  );
}

function PersonalPage({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  const t = useT();

  return (
    <Page
      title={t('certification.part_personal')}
      onBeforeBack={useBackTo('/identity-auth')}
      right={<HelpButton />}
      footer={footer}
    >
      {children}
    </Page>
  );
}

function PersonalForm({
  known,
  isSaved,
  fromSource,
}: {
  known: { [K in keyof Personal]?: string | undefined };
  isSaved: boolean;
  fromSource: readonly AddressField[];
}) {
  const t = useT();
  const id = useId();
  const goOn = useNextStep('/facial-auth/step-three');
  const { send, isSending, error } = useSend(savePersonalInfo);
  const optional = useOptionalConsents();

  const form = useForm<Personal>({
    draftName: 'personal',
    initial: { ...emptyPersonal, ...known } as Personal,
    check: (values) => checkPersonal(values, known.birthday, t),
    error,
    refusal: (path) =>
      path in emptyPersonal
        ? { field: path as keyof Personal, text: t('certification.look_again') }
        : null,
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.submit()) return;

    const saved = await send({ body: pickSentFields(form.values) });
    if (!saved) return;

    form.discardDraft();
    void optional.record();
    markStale(viewPersonalInfo);
    goOn(saved.bizStatus);
  };

  return (
    <PersonalPage
      footer={
        <Button type="submit" form={id} busy={isSending}>
          {t(isSaved ? 'certification.save_changes' : 'certification.save_continue')}
        </Button>
      }
    >
      <Why id="certification.why_personal" />
      <ErrorSummary key={form.attempts} errors={form.summary} />
      {isStepClosed(error) ? <StepClosed /> : form.failure && <Trouble title={form.failure} />}
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className={style.form}>
        <PersonalFields
          form={form}
          isAddressFromSource={fromSource.length > 0}
          birthdayHint={known.birthday && t('certification.birthday_known')}
        />
        {optional.lines}
      </form>
    </PersonalPage>
  );
}
