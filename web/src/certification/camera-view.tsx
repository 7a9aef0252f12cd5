import { useState } from 'react';
import { useT } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack, Text } from '../ui/text.tsx';
import { useCamera } from './camera.ts';
import { CameraGuide } from './camera-guide.tsx';
import style from './camera-view.module.css';
import { FileButton } from './file-button.tsx';
import { grabFrame } from './picture.ts';

type Props = {
  title: string;
  /** A card's edges for the rear camera, or an oval for a face in the front one. */
  guide: 'card' | 'face';
  hint: string;
  onPicture: (picture: Blob) => void;
  onClose: () => void;
};

/** The camera over the whole screen. It stops when a picture was taken or the view is closed. */
export function CameraView({ title, onClose, ...rest }: Props) {
  return (
    <Modal open title={title} onClose={onClose}>
      <Viewfinder {...rest} />
    </Modal>
  );
}

function Viewfinder({ guide, hint, onPicture }: Omit<Props, 'title' | 'onClose'>) {
  const t = useT();
  const { video, state } = useCamera(guide === 'face' ? 'user' : 'environment');
  const [isTaking, setTaking] = useState(false);
  const [failed, setFailed] = useState(false);
  const take = async () => {
    if (!video.current) return;
    setTaking(true);
    try {
      onPicture(await grabFrame(video.current));
    } catch (cause) {
      console.warn('No frame came out of the camera', cause);
      setFailed(true);
      setTaking(false);
    }
  };
  if (state !== 'running' && state !== 'starting') {
    return (
      <Stack>
        <Notice
          tone="due"
          title={t(`certification.camera_${state}`)}
          text={t(state === 'denied' ? 'certification.camera_otherwise' : 'certification.camera_upload')}
        />
        {state === 'denied' && <CameraGuide />}
        <FileButton kind="primary" onFile={onPicture}>
          {t('certification.upload')}
        </FileButton>
      </Stack>
    );
  }
  return (
    <div className={style.view}>
      <div className={`${style.finder} ${style[guide]}`}>
        <video ref={video} playsInline muted className={style.video} />
        <span className={style.frame} aria-hidden="true" />
      </div>
      <Text tone="ink" size="md" center>
        {state === 'starting' ? t('certification.camera_starting') : hint}
      </Text>
      {failed && (
        <Text tone="bad" center>
          {t('certification.camera_failed')}
        </Text>
      )}
      <Button disabled={state !== 'running'} busy={isTaking} onClick={() => void take()}>
        {t('certification.take_photo')}
      </Button>
    </div>
  );
}
