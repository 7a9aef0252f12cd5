import { MAX_FEEDBACK_PICTURES } from '@noren/contract/support';
import { useRef, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { type PictureFault, preparePicture } from '../../ui/form/picture.ts';
import { usePictureUrl } from '../../ui/form/picture-url.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import { Stack } from '../../ui/layout/text.tsx';
import style from './feedback-pictures.module.css';

/**
 * The pictures to send. They are compressed one after another; meanwhile others may be chosen and
 * removed.
 */
export function useFeedbackPictures() {
  const [pictures, setPictures] = useState<readonly Blob[]>([]);
  const [fault, setFault] = useState<PictureFault | 'too_many'>();
  const [waiting, setWaiting] = useState(0);
  // The newest list, also while a picture is prepared.
  const held = useRef(pictures);
  const lastAdded = useRef(Promise.resolve());

  const hold = (next: readonly Blob[]) => {
    held.current = next;
    setPictures(next);
  };

  const add = async (file: File) => {
    try {
      if (held.current.length === MAX_FEEDBACK_PICTURES) return setFault('too_many');

      const prepared = await preparePicture(file);
      if (prepared.ok) hold([...held.current, prepared.picture]);
      else setFault(prepared.fault);
    } catch (cause) {
      console.info('The picture cannot be read here', (cause as Error).name);
      setFault('damaged');
    } finally {
      setWaiting((before) => before - 1);
    }
  };

  return {
    pictures,
    fault,
    /** How many are still to be prepared. */
    waiting,
    take: (files: readonly File[]) => {
      setFault(undefined);
      setWaiting((before) => before + files.length);
      for (const file of files) lastAdded.current = lastAdded.current.then(() => add(file));
    },
    remove: (picture: Blob) => {
      setFault(undefined);
      hold(held.current.filter((one) => one !== picture));
    },
  };
}

type Props = { held: ReturnType<typeof useFeedbackPictures> };

/**
 * Up to five pictures: chosen, compressed on the phone, previewed, removable. Source: specification
 * §5.
 */
export function FeedbackPictures({ held }: Props) {
  const t = useT();
  const { pictures, fault, waiting } = held;
  const field = useRef<HTMLDivElement>(null);

  // Each picture to come keeps its own place: one that is ready moves no other.
  const places = Array.from({ length: MAX_FEEDBACK_PICTURES }, (_, at) => `place ${at}`).slice(
    pictures.length,
    pictures.length + waiting,
  );

  const remove = (picture: Blob) => {
    held.remove(picture);
    // The pressed button is removed with its picture.
    field.current?.focus();
  };

  return (
    <Field
      group
      id="pictures"
      label={t('feedback.pictures')}
      aside={t('feedback.optional')}
      hint={t('feedback.pictures_hint', { most: MAX_FEEDBACK_PICTURES })}
      error={
        fault === 'too_many'
          ? t('feedback.pictures_most', { most: MAX_FEEDBACK_PICTURES })
          : fault && t(`proof.picture_${fault}`)
      }
    >
      <div ref={field} tabIndex={-1} className={style.field}>
        <Stack gap={3}>
          {/* A place for each from the start: a picture moves nothing. */}
          <ul className={style.places}>
            {pictures.map((picture, at) => (
              <Preview
                key={assignKey(picture)}
                picture={picture}
                name={t('feedback.picture', { number: at + 1, of: pictures.length })}
                onRemove={() => remove(picture)}
              />
            ))}
            {places.map((place) => (
              <li key={place} className={style.preview}>
                <Skeleton height={3} />
              </li>
            ))}
          </ul>
          {pictures.length < MAX_FEEDBACK_PICTURES ? (
            <FileButton onFiles={held.take}>{t('feedback.picture_add')}</FileButton>
          ) : (
            <div className={style.full} />
          )}
        </Stack>
      </div>
    </Field>
  );
}

type PreviewProps = { picture: Blob; name: string; onRemove: () => void };

function Preview({ picture, name, onRemove }: PreviewProps) {
  const t = useT();
  const url = usePictureUrl(picture);

  return (
    <li className={style.preview}>
      {url && <img className={style.picture} src={url} alt={name} />}
      <button
        type="button"
        className={style.remove}
        aria-label={t('feedback.picture_remove', { name })}
        onClick={onRemove}
      >
        <Icon name="close" size={18} />
      </button>
    </li>
  );
}

const keys = new WeakMap<Blob, number>();
let made = 0;

/** The same picture keeps its key when another is removed. */
function assignKey(picture: Blob): number {
  const known = keys.get(picture);
  if (known !== undefined) return known;

  made += 1;
  keys.set(picture, made);

  return made;
}
