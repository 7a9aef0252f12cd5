import { LANGUAGE_NAMES, type Language, setLanguage, useLanguage, useT } from '../i18n/index.ts';
import { Icon } from './icon.tsx';
import style from './language-switch.module.css';

/** The language of the app; the screen stays. */
export function LanguageSwitch() {
  const t = useT();
  const current = useLanguage();
  return (
    <span className={style.switch}>
      <select
        aria-label={t('ui.language')}
        value={current}
        className={style.select}
        onChange={(event) => void setLanguage(event.target.value as Language)}
      >
        {Object.entries(LANGUAGE_NAMES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} />
    </span>
  );
}
