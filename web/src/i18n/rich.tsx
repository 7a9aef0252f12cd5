import { Fragment, type ReactNode } from 'react';
import { type TextId, useT, type Values } from './index.ts';

type Props = { id: TextId; values?: Values; parts: Record<string, (text: string) => ReactNode> };

/**
 * A message whose `<name>…</name>` parts become elements, so that a link keeps its place in every
 * language.
 */
export function Rich({ id, values, parts }: Props): ReactNode {
  const t = useT();
  const pieces = t(id, values).split(/(<\w+>.*?<\/\w+>)/);

  return pieces.map((piece, index) => {
    const [, name, text] = /^<(\w+)>(.*)<\/\1>$/.exec(piece) ?? [];
    const part = name === undefined ? undefined : parts[name];
    // The pieces of one message never move among themselves.
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
    return <Fragment key={index}>{part && text !== undefined ? part(text) : piece}</Fragment>;
  });
}
