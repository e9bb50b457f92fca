import type { EmbedTarget } from '@inlay/protocol/embed';
import type { Page } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import type { ContentFacts, ShownEmbed } from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../parts/link.tsx';

interface EmbedLinkProps {
  readonly kind: EmbedTarget['kind'];
  readonly shown: ContentFacts;
}

/** What to do with content that is published: give it an embed, or go to the one it has. */
export function EmbedLink({ kind, shown: { id, appId } }: EmbedLinkProps): VNode | null {
  const { data } = useAnswer<Page<ShownEmbed>>(`embeds?limit=200&app=${encodeURIComponent(appId)}`);
  if (!data) return null;
  const own = data.data.find(({ target }) => target.kind === kind && target.id === id);
  if (own)
    return (
      <Link to={`/embeds/${encodeURIComponent(own.id)}`} class="button">
        Its embed
      </Link>
    );
  return (
    <Link to={`/embeds?new=${kind}&target=${encodeURIComponent(id)}`} class="button button-main">
      Embed it
    </Link>
  );
}
