import style from './noren-curtain.module.css';

const CLOTHS = ['1', '2', '3', '4', '5'];

/** The noren, the cloth over a shop's door: the app's only ornament. */
export function NorenCurtain() {
  return (
    <div className={style.noren} aria-hidden="true">
      <div className={style.rod} />
      <div className={style.cloths}>
        {CLOTHS.map((cloth) => (
          <i key={cloth} />
        ))}
      </div>
      <div className={style.mark}>₹</div>
    </div>
  );
}

/** Three cloth strips in the corner of the limit card. */
export function ClothStrips() {
  return (
    <span className={style.strips} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
