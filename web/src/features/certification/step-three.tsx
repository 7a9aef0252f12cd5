import type { AnswerOf } from '@noren/contract/call';
import { saveContacts, viewContacts } from '@noren/contract/certification';
import { checkPhone } from '@noren/core/typed/phone';
import { type FormEvent, useId } from 'react';
import { useChoices } from '../../api/dictionary.ts';
import { markStale, useCall, useSend } from '../../api/hooks.tsx';
import { type Translate, useT } from '../../i18n/index.ts';
import { DictionaryChoices } from '../../shared/forms/dictionary-choices.tsx';
import { useForm } from '../../shared/forms/form.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { useBackTo, useNextStep } from '../../shared/steps/certification-steps.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { ErrorSummary, focusField } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { PhoneInput } from '../../ui/form/phone-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { type Contacts, checkContacts, emptyContacts, fieldOfPath } from './contact-rules.ts';
import style from './form.module.css';
import { isStepClosed, StepClosed } from './step-closed.tsx';
import { Why } from './why.tsx';

type SavedContacts = AnswerOf<typeof viewContacts>['contacts'];

/** Emergency contacts: two people, typed by hand; the phone's contacts are never requested. */
export function StepThree() {
  const t = useT();
  const call = useCall(viewContacts, {});
  const { data } = call;
  const { isFetched } = useChoices('relationship');
  const onBeforeBack = useBackTo('/identity-auth');

  if (data && isFetched) return <ContactsForm saved={data.contacts} />;

  return (
    <Page title={t('certification.contacts')} onBeforeBack={onBeforeBack} right={<HelpButton />}>
      <NotLoaded call={call}>
        <Skeleton lines={8} />
      </NotLoaded>
    </Page>
  );
}

function ContactsForm({ saved }: { saved: SavedContacts }) {
  const t = useT();
  const id = useId();
  const goOn = useNextStep();
  const onBeforeBack = useBackTo('/identity-auth');
  const { send, isSending, error } = useSend(saveContacts);

  const form = useForm<Contacts>({
    draftName: 'contacts',
    initial: toContacts(saved),
    check: (values) => checkContacts(values, t),
    error,
    refusal: (path, problem) => {
      const field = fieldOfPath(path);
      return field ? { field, text: problemText(problem, t) } : null;
    },
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.submit()) return;

    const answer = await send({
      body: { contacts: [toContact(form.values, 0), toContact(form.values, 1)] },
    });
    if (!answer) return;

    form.discardDraft();
    markStale(viewContacts);
    goOn(answer.bizStatus);
  };

  return (
    <Page
      title={t('certification.contacts')}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={
        <>
          <Button type="submit" form={id} busy={isSending}>
            {t(saved.length ? 'certification.save_changes' : 'certification.save_continue')}
          </Button>
          {saved.length > 0 && (
            <ButtonLink kind="quiet" to="/identity-auth">
              {t('certification.keep_saved')}
            </ButtonLink>
          )}
        </>
      }
    >
      <Why id="certification.why_contacts" />
      <ErrorSummary key={form.attempts} errors={form.summary} />
      {isStepClosed(error) ? <StepClosed /> : form.failure && <Trouble title={form.failure} />}
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className={style.form}>
        {([0, 1] as const).map((index) => (
          <Contact key={index} {...{ form, index }} savedPhone={saved[index]?.maskedPhone} />
        ))}
      </form>
    </Page>
  );
}

type ContactProps = {
  form: ReturnType<typeof useForm<Contacts>>;
  index: 0 | 1;
  savedPhone: string | undefined;
};

function Contact({ form, index, savedPhone }: ContactProps) {
  const t = useT();
  const title = t('certification.contact_number', { number: index + 1 });

  return (
    <section className={style.contact} aria-label={title}>
      <h2>{title}</h2>
      <Field group label={t('certification.relationship')} {...form.field(`relationship${index}`)}>
        <DictionaryChoices
          type="relationship"
          value={form.values[`relationship${index}`]}
          onChange={(value) => form.setValue(`relationship${index}`, value)}
          onTap={() => form.values[`name${index}`] === '' && focusField(`name${index}`)}
        />
      </Field>
      <Field label={t('certification.contact_name')} {...form.field(`name${index}`)}>
        <TextInput track="contactName" autoComplete="off" {...form.input(`name${index}`)} />
      </Field>
      <Field
        label={t('certification.contact_phone')}
        {...form.field(`phone${index}`)}
        hint={savedPhone && t('certification.contact_kept', { phone: savedPhone })}
      >
        <PhoneInput track="contactPhone" {...form.control(`phone${index}`)} />
      </Field>
    </section>
  );
}

function toContacts(saved: SavedContacts): Contacts {
  const [first, second] = saved;
  return {
    ...emptyContacts,
    ...(first && { relationship0: first.relationship, name0: first.name }),
    ...(second && { relationship1: second.relationship, name1: second.name }),
  };
}

function toContact(values: Contacts, index: 0 | 1) {
  const phone = checkPhone(values[`phone${index}`]);
  return {
    relationship: values[`relationship${index}`],
    name: values[`name${index}`].trim(),
    phone: phone.ok ? phone.value : '',
  };
}

/** The text of a refusal: only the server knows whether a number is the borrower's own. */
function problemText(problem: string, t: Translate): string {
  switch (problem) {
    case 'own':
      return t('certification.contact_own');
    case 'same':
      return t('certification.contact_same');
    case 'format':
      return t('login.phone_format');
    case 'character':
      return t('certification.hidden_character');
    default:
      return t('certification.look_again');
  }
}
