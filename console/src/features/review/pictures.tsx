import type { ReviewCase } from '@noren/contract/staff/review';
import { type CSSProperties, useState } from 'react';
import { reviewTexts } from '../../texts/review.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { useKeys } from '../../ui/keys.tsx';
import { Panel } from '../../ui/layout.tsx';
import { Empty } from '../../ui/states.tsx';
import style from './review.module.css';

interface CasePicture {
  readonly id: 'panFront' | 'aadhaarFront' | 'aadhaarBack' | 'face';
  readonly hasPicture: boolean;
  /** Changes when the borrower sends another picture. */
  readonly version: number;
  readonly note: string | null;
}

const ZOOMS = [1, 1.5, 2, 3] as const;
const QUARTER = 90;

function picturesOf({ documents, face }: ReviewCase): readonly CasePicture[] {
  const cards = documents.map(({ type, hasPicture, readAt, isRead, confidence }) => ({
    id: type,
    hasPicture,
    version: readAt,
    note: isRead ? reviewTexts.confidence(confidence) : reviewTexts.notRead,
  }));
  if (face === null) return cards;
  return [...cards, { id: 'face', hasPicture: face.hasPicture, version: face.decidedAt ?? 0, note: null }];
}

/** Pictures of cards and face, one at a time. The server records each view and draws the reader's name over it. */
export function Pictures({ of }: { readonly of: ReviewCase }) {
  const pictures = picturesOf(of);
  const [at, setAt] = useState(0);
  const [zoom, setZoom] = useState(0);
  const [turn, setTurn] = useState(0);
  const choose = (index: number): void => {
    setAt(index);
    setZoom(0);
    setTurn(0);
  };
  const zoomBy = (step: number): void => setZoom((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + step)));
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
  const shown = pictures[at];
  if (shown === undefined) return null;
  return (
    <Panel title={reviewTexts.pictures} about={reviewTexts.picturesNote}>
      <div className={style.choices}>
        {pictures.map(({ id }, index) => (
          <Button
            key={id}
            tone={index === at ? 'primary' : 'plain'}
            shortcut={String(index + 1)}
            onPress={() => choose(index)}
          >
            {reviewTexts.documents[id]}
          </Button>
        ))}
        {shown.note && <Badge>{shown.note}</Badge>}
        <span>
          <IconButton icon="zoomOut" label={reviewTexts.zoomOut} onPress={() => zoomBy(-1)} />
          <IconButton icon="zoom" label={reviewTexts.zoomIn} onPress={() => zoomBy(1)} />
          <IconButton icon="rotate" label={reviewTexts.rotate} onPress={rotate} />
        </span>
      </div>
      {shown.hasPicture ? (
        <Picture
          key={`${shown.id}:${shown.version}`}
          userId={of.userId}
          shown={shown}
          zoom={ZOOMS[zoom] ?? 1}
          turn={turn}
        />
      ) : (
        <Empty title={reviewTexts.noPicture}>{shown.id === 'face' ? null : reviewTexts.noPictureWhy}</Empty>
      )}
    </Panel>
  );
}

interface PictureProps {
  readonly userId: string;
  readonly shown: CasePicture;
  readonly zoom: number;
  /** In degrees. */
  readonly turn: number;
}

function Picture({ userId, shown, zoom, turn }: PictureProps) {
  const [isFailed, setFailed] = useState(false);
  if (isFailed) return <p role="alert">{reviewTexts.pictureFailed}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls an enlarged picture
    <section className={style.frame} aria-label={reviewTexts.picture} tabIndex={0}>
      <img
        src={`/staff/review/${userId}/pictures/${shown.id}`}
        alt={reviewTexts.pictureAlt(reviewTexts.documents[shown.id])}
        style={{ '--turn': `${turn}deg`, '--zoom': zoom } as CSSProperties}
        onError={() => setFailed(true)}
      />
    </section>
  );
}
