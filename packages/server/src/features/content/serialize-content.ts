import { time } from '../../platform/http/show.ts';
import type { ContentRevisionRow } from '../../platform/store/schema.ts';
import type { ContentView } from './read-content.ts';

/** Content as the API shows it: its own fields, and the facts about it beside them. */
export function serializeContent(seen: ContentView) {
  const { item } = seen;
  const facts = {
    id: item.id,
    appId: item.app_id,
    revision: item.revision,
    publishedVersion: item.published_version,
    createdAt: time(item.created_at),
  };
  if (seen.side === 'published') {
    // Translations quote what rules may hide.
    const { translations: _, ...content } = seen.content as { readonly translations?: unknown };
    // A viewer is not told what is being worked on, nor by whom.
    return {
      ...content,
      ...facts,
      revision: null,
      state: 'published',
      comment: null,
      createdBy: null,
      updatedAt: null,
      updatedBy: null,
    };
  }
  return {
    ...JSON.parse(item.draft),
    ...facts,
    state: item.state,
    comment: item.comment,
    createdBy: item.created_by,
    updatedAt: time(item.updated_at),
    updatedBy: item.updated_by,
  };
}

/** Of the working copy, its revision; of what viewers see, its version. */
export function contentEtag({ item, side }: ContentView): string {
  return side === 'working' ? `"${item.revision}"` : `"v${item.published_version}"`;
}

export function serializeVersion({ version, revision, author, at, comment, content }: ContentRevisionRow) {
  return { version: version ?? 0, revision, author, at: time(at), comment, content: JSON.parse(content) };
}
