import { LANGUAGES, type Language } from '@noren/contract/languages';
import { useState } from 'react';
import { setLanguage, t, useLanguage, useT } from '../../i18n/index.ts';
import { Icon } from '../layout/icon.tsx';
import { toast } from '../overlay/toast.tsx';
import style from './language-switch.module.css';

/** Shows that a language could not be loaded yet. */
export function showLanguageFailure(language: Language): void {
  toast(t('ui.language_failed', { language: LANGUAGES[language].name }));
}

/** Switches the language without leaving the screen. */
export function LanguageSwitch() {
  const t = useT();
  const current = useLanguage();
  const [coming, setComing] = useState<Language | null>(null);

  const choose = async (next: Language) => {
    setComing(next);
    await setLanguage(next, () => showLanguageFailure(next));
    setComing(null);
  };

  return (
    <span className={style.switch}>
      <select
        aria-label={t('ui.language')}
        value={coming ?? current}
        className={style.select}
        onChange={(event) => void choose(event.target.value as Language)}
      >
        {Object.entries(LANGUAGES).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} />
    </span>
  );
}
