import type { ContentName } from '@inlay/content/publish-together';
import type { ComponentChildren, VNode } from 'preact';
import { contentPath } from '../content/content-path.ts';
import { Link } from './link.tsx';

export interface Problem {
  readonly message: string;
  /** Of the API; names the content that the message is about. */
  readonly details?: unknown;
}

/** An error of the API, in which the titles of content are links. */
export function LinkedMessage({ message, details }: Problem): VNode {
  let pieces: readonly ComponentChildren[] = [message];
  for (const item of namedIn(details)) {
    const quoted = `“${item.title}”`;
    // Two items may have the same title: each takes the first place that is not a link yet.
    const at = pieces.findIndex((piece) => typeof piece === 'string' && piece.includes(quoted));
    const text = pieces[at];
    if (typeof text !== 'string') continue;
    const [before = '', ...after] = text.split(quoted);
    const link = <Link to={contentPath(item)}>{item.title}</Link>;
    pieces = [...pieces.slice(0, at), `${before}“`, link, `”${after.join(quoted)}`, ...pieces.slice(at + 1)];
  }
  return <>{pieces}</>;
}

/** `details` of the errors that name content. */
interface NamingDetails {
  readonly usedBy?: readonly ContentName[];
  readonly tiles?: readonly ContentName[];
}

function namedIn(details: unknown): readonly ContentName[] {
  if (typeof details !== 'object' || details === null) return [];
  const { usedBy = [], tiles = [] } = details as NamingDetails;
  return [...usedBy, ...tiles].filter(({ title }) => title !== undefined);
}
