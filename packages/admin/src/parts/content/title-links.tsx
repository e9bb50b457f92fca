import { Fragment, type VNode } from 'preact';
import { adminLocale, useMessages } from '../../messages.ts';
import { Link } from '../text/link.tsx';

export interface TitleLink {
  readonly title: string;
  readonly to: string;
}

export const MAX_TITLES = 10;

/** `Revenue, Orders and 3 more`, with links. */
export function TitleLinks({ items }: { readonly items: readonly TitleLink[] }): VNode {
  const { more } = useMessages('content').shared.publish;
  const shown = items.slice(0, MAX_TITLES);
  const rest = items.length - shown.length;
  const texts = [...shown.map(({ title }) => title), ...(rest > 0 ? [more({ count: rest })] : [])];
  let index = 0;
  return (
    <>
      {new Intl.ListFormat(adminLocale()).formatToParts(texts).map(({ type, value }, at) => {
        const item = type === 'element' ? shown[index++] : undefined;
        return <Fragment key={at}>{item ? <Link to={item.to}>{item.title}</Link> : value}</Fragment>;
      })}
    </>
  );
}
