import { type CarouselCard, carousel } from '@noren/contract/public';
import { useCall } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Carousel } from '../../ui/layout/carousel.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { Link } from '../../ui/routing/router.tsx';
import style from './home-carousel.module.css';

const PATHS: Record<CarouselCard['target'], string> = {
  documents: '/documents',
  service: '/customer-service',
  officers: '/grievance',
};

/** Explains how lending works, one card at a time. Home omits it if it fails to load. */
export function HomeCarousel() {
  const t = useT();
  const { data, isError } = useCall(carousel, {});
  if (!data) return isError ? null : <Skeleton height={8.63} />;
  if (data.details.length === 0) return null;

  return (
    <Carousel
      label={t('home.carousel')}
      slides={data.details.map((card) => ({ id: card.cardId, content: <Card card={card} /> }))}
    />
  );
}

function Card({ card: { title, text, target } }: { card: CarouselCard }) {
  return (
    <Link to={PATHS[target]} className={style.card}>
      <span className={style.words}>
        <b>{title}</b>
        <span className={style.text}>{text}</span>
      </span>
      <Icon name="chevron" size={18} />
    </Link>
  );
}
