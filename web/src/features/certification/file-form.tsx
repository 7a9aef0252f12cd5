import { compactText } from '@noren/core/typed/text';
import { type ReactNode, useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { isStepClosed, StepClosed } from './step-closed.tsx';
import { Why } from './why.tsx';

type Fault = 'file_none' | 'share_code_wrong';

type Props = {
  onBeforeBack: () => boolean;
  /** @returns whether the file was taken; else `onFailure` was called */
  send: (
    file: File,
    shareCode: string,
    onFailure: (error: ApiError | NoAnswer) => void,
  ) => Promise<boolean>;
  isSending: boolean;
  children?: ReactNode;
};

/** Asks for an offline e-KYC file and its share code, and says why they prove nothing. */
export function FileForm({ onBeforeBack, send, isSending, children }: Props) {
  const t = useT();
  const [file, setFile] = useState<File>();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<Fault>();
  const [error, setError] = useState<ApiError | NoAnswer>();

  const change = () => {
    setFault(undefined);
    setError(undefined);
  };

  const sendFile = async () => {
    const shareCode = compactText(code);
    if (!file) return setFault('file_none');
    if (!/^[!-~]{4}$/.test(shareCode)) return setFault('share_code_wrong');

    change();
    if (await send(file, shareCode, setError)) setCode('');
  };

  const isClosed = error !== undefined && isStepClosed(error);

  return (
    <FilePage
      onBeforeBack={onBeforeBack}
      footer={
        isClosed ? undefined : (
          <Button busy={isSending} onClick={() => void sendFile()}>
            {t(isSending ? 'certification.file_checking' : 'certification.file_send')}
          </Button>
        )
      }
    >
      <Text>{t('certification.file_how')}</Text>
      {error && (isClosed ? <StepClosed /> : <Refused error={error} />)}
      <ChosenFile
        file={file}
        isMissing={fault === 'file_none'}
        onFile={(chosen) => {
          setFile(chosen);
          change();
        }}
      />
      <ShareCode
        value={code}
        isWrong={fault === 'share_code_wrong'}
        onType={(text) => {
          setCode(text);
          change();
        }}
      />
      {children}
      <Why id="certification.why_file" />
    </FilePage>
  );
}

type FilePageProps = { onBeforeBack: () => boolean; footer: ReactNode; children: ReactNode };

/** The screen of the file, before and after it is read. */
export function FilePage(props: FilePageProps) {
  const t = useT();
  return <Page title={t('certification.file_title')} right={<HelpButton />} {...props} />;
}

/** Why the file proves nothing, or was not sent; it stays chosen. */
function Refused({ error }: { error: ApiError | NoAnswer }) {
  const t = useT();
  const isRefused = error instanceof ApiError && error.data?.reason !== undefined;

  return (
    <div role="alert">
      <Callout
        tone={isRefused ? 'bad' : 'due'}
        title={t(isRefused ? 'certification.file_refused' : 'certification.file_not_sent')}
        text={error.message}
      />
    </div>
  );
}

type ChosenFileProps = {
  file: File | undefined;
  isMissing: boolean;
  onFile: (file: File) => void;
};

function ChosenFile({ file, isMissing, onFile }: ChosenFileProps) {
  const t = useT();

  return (
    <Stack gap={2}>
      <FileButton accept="zip" onFile={onFile}>
        {t(file ? 'certification.file_other' : 'certification.file_choose')}
      </FileButton>
      <div role="status">
        {file && <Text>{t('certification.file_chosen', { name: file.name })}</Text>}
      </div>
      {isMissing && (
        <div role="alert">
          <Callout tone="bad" title={t('certification.file_none')} />
        </div>
      )}
    </Stack>
  );
}

type ShareCodeProps = { value: string; isWrong: boolean; onType: (text: string) => void };

/** Capitals and small letters differ, so that it stays as it is typed. */
function ShareCode({ value, isWrong, onType }: ShareCodeProps) {
  const t = useT();

  return (
    <Field
      label={t('certification.share_code')}
      hint={t('certification.share_code_hint')}
      error={isWrong ? t('certification.share_code_wrong') : undefined}
    >
      <TextInput
        value={value}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  );
}
