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

type Props = { pictures: readonly Blob[]; onChange: (pictures: readonly Blob[]) => void };

/**
 * Up to five pictures: chosen, compressed on the phone, previewed, removable. Source: specification
 * §5.
 */
export function FeedbackPictures({ pictures, onChange }: Props) {
  const t = useT();
  const [fault, setFault] = useState<PictureFault | 'too_many'>();
  const [isPreparing, setPreparing] = useState(false);
  const field = useRef<HTMLDivElement>(null);

  const take = async (files: readonly File[]) => {
    setFault(undefined);
    setPreparing(true);

    const taken = [...pictures];
    for (const file of files) {
      if (taken.length === MAX_FEEDBACK_PICTURES) {
        setFault('too_many');
        break;
      }

      const prepared = await preparePicture(file);
      if (prepared.ok) taken.push(prepared.picture);
      else setFault(prepared.fault);
    }

    setPreparing(false);
    onChange(taken);
  };

  const remove = (picture: Blob) => {
    setFault(undefined);
    onChange(pictures.filter((one) => one !== picture));
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
            {isPreparing && pictures.length < MAX_FEEDBACK_PICTURES && (
              <li className={style.preview}>
                <Skeleton height={3} />
              </li>
            )}
          </ul>
          {pictures.length < MAX_FEEDBACK_PICTURES ? (
            <FileButton onFiles={(files) => void take(files)}>
              {t('feedback.picture_add')}
            </FileButton>
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
