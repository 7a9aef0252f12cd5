import type { AnswerOf } from '@noren/contract/call';
import { type DocumentType, readDocument } from '@noren/contract/certification';
import { useState } from 'react';
import { useSend } from '../api-hooks.tsx';
import { useT } from '../i18n/index.ts';
import { HelpButton } from '../session-help.tsx';
import { useBackTo } from '../session-steps.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Text } from '../ui/text.tsx';
import { hasCamera } from './camera.ts';
import { CameraView } from './camera-view.tsx';
import { DocumentRead } from './document-read.tsx';
import style from './document-stage.module.css';
import { FileButton } from './file-button.tsx';
import { shrinkPicture } from './picture.ts';
import { usePictureUrl } from './picture-url.ts';
import { Sending } from './sending.tsx';
import { Why } from './why.tsx';

type Props = {
  type: DocumentType;
  /** Its place among the stages, counted from 1. */
  number: number;
  stages: number;
  /** It was read before; it may be taken again. */
  isKept: boolean;
  onRead: (uncertain: readonly string[]) => Promise<void>;
  onNext: () => void;
};

/** One card: take or choose a picture, look at it, send it, see what was read. */
export function DocumentStage({ type, number, stages, isKept, onRead, onNext }: Props) {
  const t = useT();
  const onBeforeBack = useBackTo('/identity-auth');
  const { send, isSending, error } = useSend(readDocument, 'screen');
  const [picture, setPicture] = useState<Blob>();
  const [isCameraOpen, setCameraOpen] = useState(false);
  const [isTold, setTold] = useState(false);
  const [reading, setReading] = useState<AnswerOf<typeof readDocument>>();
  const url = usePictureUrl(picture);
  const choose = (chosen: Blob | undefined) => {
    setPicture(chosen);
    setReading(undefined);
    setCameraOpen(false);
    setTold(false);
  };
  const use = async () => {
    if (!picture) return;
    const read = await send({ body: { type }, file: await shrinkPicture(picture) });
    setTold(!read);
    if (!read) return;
    await onRead(read.uncertain);
    setReading(read);
  };
  const isDone = reading !== undefined || (isKept && !picture);
  return (
    <Page
      title={t(`certification.${type}`)}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={
        isDone ? (
          <Button onClick={onNext}>{t('certification.next')}</Button>
        ) : picture && !isTold ? (
          <Button busy={isSending} onClick={() => void use()}>
            {t('certification.use_picture')}
          </Button>
        ) : (
          <TakeButton onCamera={() => setCameraOpen(true)} onPicture={choose} />
        )
      }
    >
      <ProgressBar value={number - 1} max={stages} label={t('ui.step_of', { current: number, total: stages })} />
      {isTold && error && <Notice tone="bad" title={t('certification.not_taken')} text={error.message} />}
      {isKept && !picture && <Notice tone="good" title={t('certification.kept')} text={t('certification.kept_text')} />}
      {url ? (
        <img src={url} alt={t('certification.your_picture')} className={style.picture} />
      ) : (
        !isKept && <Hint type={type} />
      )}
      {isSending && <Sending>{t('certification.reading')}</Sending>}
      {reading && <DocumentRead reading={reading} />}
      {!isSending && <Otherwise hasPicture={Boolean(picture) || isKept} onPicture={choose} isTold={isTold} />}
      {!picture && <Why id={type === 'panFront' ? 'certification.why_pan' : 'certification.why_aadhaar'} />}
      {isCameraOpen && (
        <CameraView
          title={t(`certification.${type}`)}
          guide="card"
          hint={t('certification.fit_card')}
          onPicture={choose}
          onClose={() => setCameraOpen(false)}
        />
      )}
    </Page>
  );
}

function TakeButton({ onCamera, onPicture }: { onCamera: () => void; onPicture: (picture: Blob) => void }) {
  const t = useT();
  if (hasCamera()) return <Button onClick={onCamera}>{t('certification.take_photo')}</Button>;
  return (
    <FileButton kind="primary" capture="environment" onFile={onPicture}>
      {t('certification.take_photo')}
    </FileButton>
  );
}

/** A file instead of the camera, and starting over. */
function Otherwise(props: { hasPicture: boolean; isTold: boolean; onPicture: (picture: Blob | undefined) => void }) {
  const t = useT();
  const { hasPicture, isTold, onPicture } = props;
  return (
    <FileButton onFile={onPicture}>
      {t(hasPicture && !isTold ? 'certification.other_picture' : 'certification.upload')}
    </FileButton>
  );
}

function Hint({ type }: { type: DocumentType }) {
  const t = useT();
  return (
    <div className={style.hint}>
      <span className={style.card} aria-hidden="true">
        <i />
        <b />
        <b />
        <b />
      </span>
      <Text size="md" tone="ink" center>
        {t(`certification.hold_${type}`)}
      </Text>
      <Text center>{t('certification.hold_well')}</Text>
    </div>
  );
}
