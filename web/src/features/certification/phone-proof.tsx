import {
  type PhoneChangeView,
  provePhoneByCard,
  provePhoneByFile,
  viewPhoneChange,
} from '@noren/contract/phone-change';
import { useState } from 'react';
import type { ApiError, NoAnswer } from '../../api/api.ts';
import { markStale, useCall, useSend } from '../../api/hooks.tsx';
import { useUpload } from '../../api/use-upload.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { useBackTo } from '../../shared/steps/certification-steps.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';
import { FileForm } from './file-form.tsx';
import { findCode } from './find-code.ts';
import { Sending } from './sending.tsx';
import { Why } from './why.tsx';

const PATH = '/phone-number';

/** Instead of the face check: the code of the card, or an offline file that names the new number. */
export function PhoneCardProof() {
  const t = useT();
  const navigate = useNavigate();
  const onBeforeBack = useBackTo(PATH);
  const call = useCall(viewPhoneChange, {});
  const [isFile, setFile] = useState(false);

  const onProved = () => {
    markStale(viewPhoneChange);
    navigate(PATH, { replace: true });
  };

  if (!call.data)
    return (
      <Page title={t('phone.card_title')} onBeforeBack={onBeforeBack} right={<HelpButton />}>
        <NotLoaded call={call}>
          <Skeleton lines={4} />
        </NotLoaded>
      </Page>
    );

  const { proofs } = call.data;
  if (isFile || !proofs.includes('card_code'))
    return <ProofByFile onBeforeBack={onBeforeBack} onProved={onProved} />;

  return <ProofByCard {...{ proofs, onBeforeBack, onProved }} onChooseFile={() => setFile(true)} />;
}

type ProofProps = { onBeforeBack: () => boolean; onProved: () => void };

type CardProps = ProofProps & {
  proofs: PhoneChangeView['proofs'];
  onChooseFile: () => void;
};

/** A photo of the card's code, which is read on the phone: the photo is not sent. */
function ProofByCard({ proofs, onBeforeBack, onProved, onChooseFile }: CardProps) {
  const t = useT();
  const { send, isSending } = useSend(provePhoneByCard);
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<ApiError | NoAnswer>();
  const [isMissing, setMissing] = useState(false);

  const read = async (photo: File) => {
    setError(undefined);
    setMissing(false);
    setReading(true);
    const code = await findCode(photo).finally(() => setReading(false));
    if (code === undefined) return setMissing(true);
    if (await send({ body: { code } }, setError)) onProved();
  };

  return (
    <Page title={t('phone.card_title')} onBeforeBack={onBeforeBack} right={<HelpButton />}>
      <Text>{t('phone.card_text')}</Text>
      <div role="status">
        {error && <Callout tone="bad" title={error.message} />}
        {isMissing && (
          <Callout tone="due" title={t('phone.card_none')} text={t('phone.card_none_text')} />
        )}
      </div>
      {isReading || isSending ? (
        <Sending>{t('phone.card_reading')}</Sending>
      ) : (
        <>
          <FileButton kind="primary" capture="environment" onFile={(photo) => void read(photo)}>
            {t('certification.take_photo')}
          </FileButton>
          <FileButton onFile={(photo) => void read(photo)}>{t('certification.upload')}</FileButton>
          {proofs.includes('file') && (
            <Button kind="ghost" onClick={onChooseFile}>
              {t('certification.file_instead')}
            </Button>
          )}
        </>
      )}
      <Why id="phone.why_card" />
    </Page>
  );
}

function ProofByFile({ onBeforeBack, onProved }: ProofProps) {
  const t = useT();
  const { send, isSending } = useUpload(provePhoneByFile);

  return (
    <FileForm
      {...{ onBeforeBack, isSending }}
      send={async (file, shareCode, onFailure) => {
        const answer = await send({ body: { shareCode }, file }, onFailure);
        if (answer) onProved();
        return answer !== undefined;
      }}
    >
      <Text>{t('phone.file_of_new')}</Text>
    </FileForm>
  );
}
