import type { DocumentType } from '@noren/contract/certification';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type TextId, useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { useBackTo } from '../../shared/steps/certification-steps.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { usePictureUrl } from '../../ui/form/picture-url.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { hasCamera } from './camera.ts';
import { CameraView } from './camera-view.tsx';
import { CardRead, DocumentRead, isCodeMissing, UnreadCardCallout } from './document-read.tsx';
import { type Reading, useDocument } from './document-sending.ts';
import style from './document-stage.module.css';
import { DocumentTrouble, RefusedHelp } from './document-trouble.tsx';
import { RefusedPicture } from './refused-picture.tsx';
import { Sending } from './sending.tsx';
import { isStepClosed } from './step-closed.tsx';
import { Why } from './why.tsx';

type Props = {
  type: DocumentType;
  /** The number of the stage, from 1, and of all; left out where the card is sent by itself. */
  number?: number;
  stages?: number;
  /** Where Back leads on the screen the app was opened at. */
  backTo?: string;
  /** The card that was read on the screen before. */
  readBefore?: Reading | undefined;
  /** The card was read earlier; it can be photographed again. */
  isAlreadyRead: boolean;
  /** The card could not be read, and was skipped. */
  isUnread: boolean;
  /** Where an offline e-KYC file is sent instead of the code on this card; none where none is taken. */
  fileTo?: string | undefined;
  /** Where DigiLocker is used instead of it; none where it is not offered. */
  lockerTo?: string | undefined;
  /** Whether this server can verify a signed code. */
  readsCodes: boolean;
  onRead: (reading: Reading) => void;
  onNext: () => void;
};

/** One card: take or choose a picture, which is sent at once; see it, and the reading. */
export function DocumentStage(props: Props) {
  const { type, number = 1, stages, backTo = '/identity-auth', fileTo, lockerTo } = props;
  const { readBefore, isAlreadyRead, isUnread, readsCodes, onRead, onNext } = props;
  const t = useT();
  const onBeforeBack = useBackTo(backTo);
  const [isCameraOpen, setCameraOpen] = useState(false);
  const document = useDocument({ type, readsCodes }, onRead);
  const { picture, reading, trouble, isSending, isPreparing } = document;

  const choose = (chosen: Blob, code?: string) => {
    setCameraOpen(false);
    void document.choose(chosen, code);
  };

  const { isRefused, isDone, isUsable, isClosed, isNew } = judgeStage(document, isAlreadyRead);
  const take = {
    onCamera: () => setCameraOpen(true),
    onPicture: (chosen: Blob) => choose(chosen),
    isAgain: isDone || picture !== undefined,
  };
  const choices = !isSending && !isPreparing && !isClosed && (
    <>
      {(isDone || isUsable) && <TakeButton {...take} kind="ghost" />}
      <FileButton onFile={(chosen) => choose(chosen)}>
        {t(isNew ? 'certification.upload' : 'certification.other_picture')}
      </FileButton>
    </>
  );

  return (
    <Page
      title={t(`certification.${type}`)}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={
        isClosed ? undefined : isDone ? (
          <Button onClick={onNext}>{t('certification.next')}</Button>
        ) : isUsable ? (
          <UseButton document={document} />
        ) : (
          <TakeButton {...take} kind="primary" />
        )
      }
    >
      <StageProgress number={number} stages={stages} />
      {isNew && <CardRead reading={readBefore} />}
      {trouble && !isRefused && <DocumentTrouble trouble={trouble} />}
      {isDone && !reading && (isUnread ? <UnreadCardCallout /> : <AlreadyReadCallout />)}
      {isRefused ? (
        <Refused {...{ type, document, choices }} />
      ) : (
        <PicturePreview {...{ picture, isNew, isPreparing }} hint={chooseHint(type, readsCodes)} />
      )}
      {isUsable && !trouble && !isSending && <Text center>{t('certification.look_first')}</Text>}
      <Running document={document} />
      {reading && <DocumentRead reading={reading} isToConfirm={stages !== undefined} />}
      {!isRefused && choices}
      {isNew && (
        <Why id={type === 'panFront' ? 'certification.why_pan' : 'certification.why_aadhaar'} />
      )}
      {(isNew || isCodeMissing(reading)) && <Instead {...{ fileTo, lockerTo }} />}
      {isCameraOpen && (
        <CardCamera
          type={type}
          looksForCode={readsCodes && type !== 'panFront'}
          onPicture={choose}
          onClose={() => setCameraOpen(false)}
        />
      )}
    </Page>
  );
}

/** For a card without a code, or with one that no picture shows. */
function Instead({ fileTo, lockerTo }: Pick<Props, 'fileTo' | 'lockerTo'>) {
  const t = useT();
  if (fileTo === undefined) return null;

  return (
    <Card rows>
      {lockerTo && (
        <RowLink
          label={t('certification.locker_instead')}
          note={t('certification.locker_alone')}
          to={lockerTo}
        />
      )}
      <RowLink
        label={t('certification.file_instead')}
        note={t('certification.file_alone')}
        to={fileTo}
      />
    </Card>
  );
}

type CameraProps = Pick<
  ComponentProps<typeof CameraView>,
  'looksForCode' | 'onPicture' | 'onClose'
> & { type: DocumentType };

function CardCamera({ type, ...camera }: CameraProps) {
  const t = useT();

  return (
    <CameraView title={t(`certification.${type}`)} hint={t('certification.fit_card')} {...camera} />
  );
}

/** How far the card is, which decides what is shown and what can be done. */
function judgeStage(
  { picture, reading, trouble, isPreparing }: ReturnType<typeof useDocument>,
  isAlreadyRead: boolean,
) {
  const isRefused = trouble?.kind === 'refused';
  const isDone = reading !== undefined || (isAlreadyRead && !picture && !trouble && !isPreparing);

  return {
    isRefused,
    isDone,
    isUsable: picture !== undefined && !isDone && !isRefused,
    isClosed: trouble?.kind === 'unsent' && isStepClosed(trouble.error),
    isNew: !picture && !isDone && !trouble && !isPreparing,
  };
}

/** Sends the picture, for the first time or again. */
function UseButton({ document }: { document: ReturnType<typeof useDocument> }) {
  const t = useT();

  return (
    <Button busy={document.isSending} onClick={() => void document.use()}>
      {t(
        document.isSending
          ? 'certification.busy_reading'
          : document.trouble
            ? 'certification.send_again'
            : 'certification.use_picture',
      )}
    </Button>
  );
}

type RefusedProps = {
  type: DocumentType;
  document: ReturnType<typeof useDocument>;
  choices: ReactNode;
};

/** The refused picture, why, and what can be done instead. */
function Refused({ type, document, choices }: RefusedProps) {
  const { picture, trouble, refusals } = document;
  if (trouble?.kind !== 'refused') return null;

  return (
    <>
      {picture && (
        <RefusedPicture picture={picture} reason={trouble.reason} place={trouble.place} />
      )}
      <DocumentTrouble trouble={trouble} />
      {choices}
      <RefusedHelp {...{ type, trouble, refusals }} onGoOn={() => void document.goOnWithout()} />
    </>
  );
}

function StageProgress({ number, stages }: { number: number; stages: number | undefined }) {
  const t = useT();
  if (stages === undefined) return null;

  return (
    <ProgressBar
      value={number - 1}
      max={stages}
      label={t('ui.step_of', { current: number, total: stages })}
    />
  );
}

function AlreadyReadCallout() {
  const t = useT();
  return (
    <Callout tone="good" title={t('certification.kept')} text={t('certification.kept_text')} />
  );
}

/** The progress of the picture, with a button to cancel the upload. */
function Running({ document }: { document: ReturnType<typeof useDocument> }) {
  const t = useT();
  if (document.isPreparing) return <Sending>{t('certification.preparing')}</Sending>;
  if (!document.isSending) return null;

  return (
    <>
      <Sending part={document.part}>{t('certification.reading')}</Sending>
      <Button kind="ghost" onClick={document.cancel}>
        {t('certification.stop_sending')}
      </Button>
    </>
  );
}

type TakeProps = {
  kind: 'primary' | 'ghost';
  /** The card was read before. */
  isAgain: boolean;
  onCamera: () => void;
  onPicture: (picture: Blob) => void;
};

function TakeButton({ kind, isAgain, onCamera, onPicture }: TakeProps) {
  const t = useT();
  const label = t(isAgain ? 'certification.take_again' : 'certification.take_photo');

  if (hasCamera()) {
    return (
      <Button kind={kind} onClick={onCamera}>
        {label}
      </Button>
    );
  }

  return (
    <FileButton kind={kind} capture="environment" onFile={onPicture}>
      {label}
    </FileButton>
  );
}

/** Which side of the card is meant; of its code only where one can be verified. */
function chooseHint(type: DocumentType, readsCodes: boolean): TextId {
  return type === 'aadhaarBack' && readsCodes
    ? 'certification.hold_aadhaarCode'
    : `certification.hold_${type}`;
}

type PreviewProps = {
  picture: Blob | undefined;
  isNew: boolean;
  isPreparing: boolean;
  hint: TextId;
};

/** A preview of the picture; its place while it is prepared; before there is one, a sample. */
function PicturePreview({ picture, isNew, isPreparing, hint }: PreviewProps) {
  const t = useT();
  const url = usePictureUrl(picture);
  if (url) return <img src={url} alt={t('certification.your_picture')} className={style.picture} />;
  if (isPreparing) return <div className={style.picture} />;
  if (!isNew) return null;

  return (
    <div className={style.hint}>
      <span className={style.card} aria-hidden="true">
        <i />
        <b />
        <b />
        <b />
      </span>
      <Text tone="ink" center>
        {t(hint)}
      </Text>
      <Text center>{t('certification.hold_well')}</Text>
    </div>
  );
}
