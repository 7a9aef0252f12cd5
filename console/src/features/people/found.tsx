import { toSearchKeys } from '@noren/core/staff/search-key';
import { Command } from 'cmdk';
import { useState } from 'react';
import type { FoundProps } from '../../shell/screen.ts';
import { bizStatusText, findTexts, searchKindNames } from '../../texts/people.ts';
import { Icon } from '../../ui/icon.tsx';
import { personAddress, useFind } from './use-find.ts';

/**
 * Borrowers in the palette: Enter searches for the typed text, and opens the page if one borrower
 * matches.
 */
export function Found({ text, onGo }: FoundProps) {
  const kinds = toSearchKeys(text).map(({ kind }) => kind);
  const { data, error, isBusy, find } = useFind();
  const [searched, setSearched] = useState('');

  if (kinds.length === 0) return null;

  const isSearched = searched === text && !isBusy;

  const search = async (): Promise<void> => {
    setSearched(text);
    const answer = await find(text);
    const [only] = answer?.rows ?? [];
    if (answer?.rows.length === 1 && only) onGo(personAddress(only));
  };

  return (
    <Command.Group heading={findTexts.paletteTitle}>
      {!isSearched && (
        <Command.Item value={`find ${text}`} onSelect={() => void search()}>
          <Icon name="search" />
          {findTexts.paletteFind(searchKindNames(kinds))}
        </Command.Item>
      )}
      {isSearched &&
        data?.rows.map((row) => (
          <Command.Item
            key={row.userId}
            value={`${text} ${row.userId}`}
            onSelect={() => onGo(personAddress(row))}
          >
            <Icon name="people" />
            {row.maskedName ?? findTexts.unnamed} {row.maskedPhone}
            <small>{bizStatusText(row)}</small>
          </Command.Item>
        ))}
      {isSearched && (error !== null || data?.rows.length === 0) && (
        <Command.Item value={`${text} none`} disabled>
          {error?.message ?? findTexts.paletteNone}
        </Command.Item>
      )}
    </Command.Group>
  );
}
