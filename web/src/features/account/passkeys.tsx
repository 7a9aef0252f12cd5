import { CODES } from '@noren/contract/codes';
import { passkeyName } from '@noren/contract/fields';
import {
  addPasskey,
  beginPasskey,
  type Passkey,
  removePasskey,
  renamePasskey,
  viewPasskeys,
} from '@noren/contract/passkeys';
import { notificationCentre } from '@noren/contract/support';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../../api/api.ts';
import { goToConfirm } from '../../api/confirm.ts';
import { markStale, refresh, useCall, useSend } from '../../api/hooks.tsx';
import { detectOperatingSystem, type OtherSystem } from '../../device/operating-system.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { AccountPage } from '../../shared/navigation/account-page.tsx';
import { canMakePasskey, makePasskey } from '../../shared/passkey/passkey.ts';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import entries from '../../ui/layout/entries.module.css';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const OTHER: OtherSystem = 'Other';

/** The user's passkeys, which may be used in place of the code: to add, name and remove. */
export function PasskeysScreen() {
  const t = useT();
  const call = useCall(viewPasskeys, { isOptional: true });
  const { data, error } = call;
  const isByLink = error instanceof ApiError && error.code === CODES.confirmByCode;

  return (
    <AccountPage title={t('passkeys.title')}>
      <Text>{t('passkeys.lead')}</Text>
      {data ? (
        <>
          <List passkeys={data.passkeys} />
          <Adding host={data.host} />
        </>
      ) : isByLink ? (
        <Card rows>
          <RowLink label={t('passkeys.code')} onClick={() => goToConfirm(false)} />
        </Card>
      ) : (
        <NotLoaded call={call} />
      )}
    </AccountPage>
  );
}

/** The button that makes a passkey on this phone, or why there is none. */
function Adding({ host }: { host: string }) {
  const t = useT();
  const [canMake, setCanMake] = useState<boolean>();
  const [isMaking, setMaking] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const beginning = useSend(beginPasskey);
  const adding = useSend(addPasskey);

  useEffect(() => void canMakePasskey(host).then(setCanMake), [host]);

  const make = async () => {
    setTrouble(undefined);

    const begun = await beginning.send({ body: {} });
    if (!begun) return;

    const made = await makePasskey(begun.options);
    if (made === 'known') return setTrouble(t('passkeys.known'));
    if (!made) return setTrouble(t('passkeys.not_made'));

    const system = detectOperatingSystem(navigator.userAgent);
    const name = system === OTHER ? t('passkeys.this_phone') : system;
    if (!(await adding.send({ body: { attestation: made, name } }))) return;

    toast(t('passkeys.added'));
    markStale(notificationCentre);
    refresh(viewPasskeys);
  };

  const add = async () => {
    setMaking(true);
    await make().finally(() => setMaking(false));
  };

  if (canMake === undefined) return null;
  if (!canMake) return <Text>{t('passkeys.unsupported')}</Text>;

  return (
    <>
      {trouble && <Trouble title={trouble} />}
      <Button kind="ghost" busy={isMaking} onClick={() => void add()}>
        {t('passkeys.add')}
      </Button>
    </>
  );
}

function List({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = useT();
  const { send, isSending } = useSend(removePasskey);
  const [removing, setRemoving] = useState<string>();
  const list = useRef<HTMLUListElement>(null);

  const remove = async (passkeyId: string) => {
    setRemoving(passkeyId);

    const answer = await send({ body: { passkeyId } });
    setRemoving(undefined);

    if (!answer) return;

    toast(t('passkeys.removed'));
    markStale(notificationCentre);
    refresh(viewPasskeys);
    // The focused button is removed with its passkey.
    list.current?.focus();
  };

  return (
    <>
      {passkeys.length === 0 && <Text>{t('passkeys.none')}</Text>}
      <ul ref={list} tabIndex={-1} className={entries.list} aria-label={t('passkeys.title')}>
        {passkeys.map((passkey) => (
          <Item
            key={passkey.passkeyId}
            passkey={passkey}
            isRemoving={isSending && removing === passkey.passkeyId}
            onRemove={() => void remove(passkey.passkeyId)}
          />
        ))}
      </ul>
    </>
  );
}

type ItemProps = { passkey: Passkey; isRemoving: boolean; onRemove: () => void };

function Item({
  passkey: { passkeyId, name, addedAt, lastUsedAt },
  isRemoving,
  onRemove,
}: ItemProps) {
  const t = useT();
  const [isNaming, setNaming] = useState(false);

  if (isNaming)
    return (
      <li className={entries.entry}>
        <NameForm {...{ passkeyId, name }} onDone={() => setNaming(false)} />
      </li>
    );

  return (
    <li className={entries.entry}>
      <p className={entries.head}>
        <b>{name}</b>
      </p>
      <Stack gap={1}>
        <Text size="sm">{t('passkeys.added_on', { at: formatMoment(addedAt) })}</Text>
        <Text size="sm">
          {lastUsedAt === null
            ? t('passkeys.unused')
            : t('passkeys.last_used', { at: formatMoment(lastUsedAt) })}
        </Text>
      </Stack>
      <Button
        kind="ghost"
        aria-label={t('passkeys.rename_one', { name })}
        onClick={() => setNaming(true)}
      >
        {t('passkeys.rename')}
      </Button>
      <Button
        kind="quiet"
        tone="danger"
        busy={isRemoving}
        aria-label={t('passkeys.remove_one', { name })}
        onClick={onRemove}
      >
        {t('passkeys.remove')}
      </Button>
    </li>
  );
}

function NameForm({
  passkeyId,
  name,
  onDone,
}: {
  passkeyId: string;
  name: string;
  onDone: () => void;
}) {
  const t = useT();
  const { send, isSending } = useSend(renamePasskey);
  const [typed, setTyped] = useState(name);
  const [isJudged, setJudged] = useState(false);
  const field = useId();
  const fault =
    isJudged && !passkeyName.safeParse(typed).success ? t('passkeys.name_format') : undefined;

  useEffect(() => document.getElementById(field)?.focus(), [field]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);

    if (!passkeyName.safeParse(typed).success) return document.getElementById(field)?.focus();
    if (!(await send({ body: { passkeyId, name: typed } }))) return;

    refresh(viewPasskeys);
    onDone();
  };

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap={3}>
        <Field id={field} label={t('passkeys.name')} error={fault}>
          <TextInput
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" kind="ghost" busy={isSending}>
          {t('passkeys.save')}
        </Button>
      </Stack>
    </form>
  );
}
