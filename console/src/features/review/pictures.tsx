import type { ReviewCase } from '@noren/contract/staff/review';
import { type CSSProperties, useState } from 'react';
import { reviewTexts } from '../../texts/review.ts';
import { IconButton } from '../../ui/button.tsx';
import { useKeys } from '../../ui/keys.tsx';
import { Panel } from '../../ui/layout.tsx';
import { Confidence } from './confidence.tsx';
import style from './review.module.css';

interface CasePicture {
  readonly id: 'panFront' | 'aadhaarFront' | 'aadhaarBack' | 'signedPhoto' | 'face';
  readonly hasPicture: boolean;
  /** Changes when the borrower sends another picture. */
  readonly version: number;
  /** In percent; null for a card that was not read. Undefined for a photo and a face. */
  readonly confidence?: number | null;
}

const ZOOMS = [1, 1.5, 2, 3] as const;
const QUARTER = 90;

function listPictures({ documents, signed, face }: ReviewCase): readonly CasePicture[] {
  const cards = documents.map(({ type, hasPicture, readAt, isRead, confidence }) => ({
    id: type,
    hasPicture,
    version: readAt,
    confidence: isRead ? confidence : null,
  }));

  const photos = signed?.hasPhoto
    ? [{ id: 'signedPhoto' as const, hasPicture: true, version: signed.issuedAt }]
    : [];

  const faces = face
    ? [{ id: 'face' as const, hasPicture: face.hasPicture, version: face.decidedAt ?? 0 }]
    : [];

  return [...cards, ...photos, ...faces];
}

/**
 * Pictures of cards, the signed photo and the face: the chosen one large, the others as
 * thumbnails. The server records each view and draws the reader's name over it.
 */
export function Pictures({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  const pictures = listPictures(reviewCase);
  const [at, setAt] = useState(0);
  const [zoom, setZoom] = useState(0);
  const [turn, setTurn] = useState(0);

  const choose = (index: number): void => {
    setAt(index);
    setZoom(0);
    setTurn(0);
  };

  const zoomBy = (step: number): void =>
    setZoom((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + step)));
  const rotate = (): void => setTurn((now) => now + QUARTER);

  useKeys([
    ...pictures.map(({ id }, index) => ({
      keys: String(index + 1),
      text: reviewTexts.documents[id],
      run: () => choose(index),
    })),
    { keys: '+', text: reviewTexts.zoomIn, run: () => zoomBy(1) },
    { keys: '-', text: reviewTexts.zoomOut, run: () => zoomBy(-1) },
    { keys: 'o', text: reviewTexts.rotate, run: rotate },
  ]);

  if (pictures.length === 0) return null;

  return (
    <Panel
      title={reviewTexts.pictures}
      about={reviewTexts.picturesNote}
      acts={
        <>
          <IconButton icon="zoomOut" label={reviewTexts.zoomOut} onPress={() => zoomBy(-1)} />
          <IconButton icon="zoom" label={reviewTexts.zoomIn} onPress={() => zoomBy(1)} />
          <IconButton icon="rotate" label={reviewTexts.rotate} onPress={rotate} />
        </>
      }
    >
      <div className={style.pictures}>
        {pictures.map((picture, index) => (
          <Picture
            key={`${picture.id}:${picture.version}`}
            userId={reviewCase.userId}
            picture={picture}
            shortcut={String(index + 1)}
            isChosen={index === at}
            zoom={ZOOMS[zoom] ?? 1}
            turn={turn}
            onChoose={() => choose(index)}
          />
        ))}
      </div>
    </Panel>
  );
}

interface PictureProps {
  readonly userId: string;
  readonly picture: CasePicture;
  readonly shortcut: string;
  readonly isChosen: boolean;
  readonly zoom: number;
  /** In degrees. */
  readonly turn: number;
  readonly onChoose: () => void;
}

/** Large or small, it is the same element: a picture is loaded, and its view recorded, once. */
function Picture({ userId, picture, shortcut, isChosen, zoom, turn, onChoose }: PictureProps) {
  const { id, hasPicture, confidence } = picture;
  const name = reviewTexts.documents[id];
  const [isFailed, setFailed] = useState(false);
  const look = isChosen ? { '--zoom': zoom, '--turn': `${turn}deg` } : {};

  return (
    <figure className={style.picture} data-chosen={isChosen || undefined}>
      <section className={style.frame} aria-label={name} {...(isChosen ? { tabIndex: 0 } : {})}>
        {hasPicture && !isFailed ? (
          <span
            className={style.sheet}
            style={look as CSSProperties}
            data-across={turn % (2 * QUARTER) !== 0}
          >
            <img
              src={`/staff/review/${userId}/pictures/${id}`}
              alt={reviewTexts.pictureAlt(name)}
              onError={() => setFailed(true)}
            />
          </span>
        ) : (
          <Missing picture={picture} isFailed={isFailed} isChosen={isChosen} />
        )}
      </section>
      <figcaption>
        <button type="button" aria-pressed={isChosen} onClick={onChoose}>
          {isChosen ? name : reviewTexts.cards[id]}
        </button>
        <span aria-hidden="true">
          <kbd>{shortcut}</kbd>
        </span>
        {isChosen && confidence !== undefined && <Confidence percent={confidence} />}
      </figcaption>
    </figure>
  );
}

const isFace = (id: CasePicture['id']): boolean => id === 'face' || id === 'signedPhoto';

interface MissingProps {
  readonly picture: CasePicture;
  readonly isFailed: boolean;
  readonly isChosen: boolean;
}

function Missing({ picture: { id }, isFailed, isChosen }: MissingProps) {
  if (isFailed) return <p role="alert">{reviewTexts.pictureFailed}</p>;

  return (
    <p>
      {reviewTexts.noPicture}
      {isChosen && !isFace(id) && <small>{reviewTexts.noPictureWhy}</small>}
    </p>
  );
}
