import type { AnswerOf } from '@noren/contract/call';
import { removeNominee, saveNominee, viewNominee } from '@noren/contract/privacy';
import { checkPhone } from '@noren/core/typed/phone';
import { type FormEvent, useId, useState } from 'react';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { DictionaryPicker, useChoiceName } from '../../shared/forms/dictionary-picker.tsx';
import { useForm } from '../../shared/forms/form.ts';
import { describeNameProblem } from '../../shared/forms/name-rules.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { PhoneInput } from '../../ui/form/phone-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card, Row } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

type Nominee = NonNullable<AnswerOf<typeof viewNominee>['nominee']>;
const empty = { relationship: '', name: '', phone: '' };

/** The nominee: the person who may act on the user's data when the user no longer can. */
export function NomineeScreen() {
  const t = useT();
  const id = useId();
  const call = useCall(viewNominee, {});
  const { data } = call;
  const saving = useSend(saveNominee);

  const form = useForm<typeof empty>({
    draftName: 'nominee',
    initial: empty,
    inMemoryOnly: ['name', 'phone'],
    check: ({ relationship, name, phone }) => {
      const checked = checkPhone(phone);
      const wrongName = describeNameProblem(name, 'data.nominee_name_empty', t);
      return {
        ...(relationship === '' && { relationship: t('certification.choose_relationship') }),
        ...(wrongName && { name: wrongName }),
        ...(!checked.ok && { phone: t(`login.phone_${checked.fault}`) }),
      };
    },
    error: saving.error,
    refusal: (path) =>
      path in empty
        ? { field: path as keyof typeof empty, text: t('certification.look_again') }
        : null,
  });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.submit()) return;

    const phone = checkPhone(form.values.phone);
    if (!(await saving.send({ body: { ...form.values, phone: phone.ok ? phone.value : '' } })))
      return;

    for (const field of ['relationship', 'name', 'phone'] as const) form.setValue(field, '');
    form.discardDraft();
    toast(t('data.nominee_saved'));
    refresh(viewNominee);
  };

  return (
    <Page
      title={t('data.nominee')}
      back="/data"
      right={<HelpButton />}
      footer={
        data && (
          <Button type="submit" form={id} busy={saving.isSending}>
            {t('data.nominee_save')}
          </Button>
        )
      }
    >
      <Text>{t('data.nominee_lead')}</Text>
      <Text>{t('data.nominee_claims')}</Text>
      {data ? (
        <>
          {data.nominee && <NomineeCard nominee={data.nominee} />}
          <ErrorSummary key={form.attempts} errors={form.summary} />
          {form.failure && <Trouble title={form.failure} />}
          <form id={id} noValidate onSubmit={(event) => void save(event)}>
            <Fields form={form} />
          </form>
        </>
      ) : (
        <NotLoaded call={call} />
      )}
    </Page>
  );
}

function Fields({ form }: { form: ReturnType<typeof useForm<typeof empty>> }) {
  const t = useT();

  return (
    <Stack gap={4}>
      <Field label={t('certification.relationship')} {...form.field('relationship')}>
        <DictionaryPicker
          type="relationship"
          title={t('certification.relationship')}
          {...form.control('relationship')}
        />
      </Field>
      <Field label={t('data.nominee_name')} {...form.field('name')}>
        <TextInput autoComplete="off" {...form.input('name')} />
      </Field>
      <Field label={t('certification.contact_phone')} {...form.field('phone')}>
        <PhoneInput {...form.control('phone')} />
      </Field>
    </Stack>
  );
}

function NomineeCard({ nominee }: { nominee: Nominee }) {
  const t = useT();
  const relationship = useChoiceName('relationship', nominee.relationship);
  const { send, isSending } = useSend(removeNominee);
  const [isConfirmOpen, setConfirmOpen] = useState(false);

  const remove = async () => {
    const isRemoved = await send({ body: {} });
    setConfirmOpen(false);

    if (!isRemoved) return;

    toast(t('data.nominee_removed'));
    refresh(viewNominee);
  };

  return (
    <Stack gap={2}>
      <Card rows label={t('data.nominee_now')}>
        <Row
          strong
          label={t('data.nominee_now')}
          value={nominee.name}
          notes={[
            `${relationship}, ${nominee.maskedPhone}`,
            t('data.nominee_since', { at: formatMoment(nominee.savedAt) }),
          ]}
        />
      </Card>
      <Button kind="ghost" onClick={() => setConfirmOpen(true)}>
        {t('data.nominee_remove')}
      </Button>
      <Dialog
        open={isConfirmOpen}
        title={t('data.nominee_sure')}
        onClose={() => setConfirmOpen(false)}
        actions={
          <>
            <Button kind="ghost" busy={isSending} onClick={() => void remove()}>
              {t('data.nominee_remove')}
            </Button>
            <Button kind="ghost" onClick={() => setConfirmOpen(false)}>
              {t('data.keep')}
            </Button>
          </>
        }
      >
        <Text>{t('data.nominee_sure_text', { name: nominee.name })}</Text>
      </Dialog>
    </Stack>
  );
}
