import type { ContentRevisionRow } from '../../../platform/store/schema.ts';
import { isoTime } from '../../../platform/time/time.ts';
import type { ContentView } from './read-content.ts';

/** The API representation: the fields of the content and, beside them, its metadata. */
export function serializeContent(view: ContentView) {
  const { item } = view;
  const facts = {
    id: item.id,
    appId: item.app_id,
    revision: item.revision,
    publishedVersion: item.published_version,
    createdAt: isoTime(item.created_at),
  };
  if (view.copy === 'published') {
    // Translations quote phrases that rules may hide.
    const { translations: _, ...content } = view.content as { readonly translations?: unknown };
    // Viewers do not learn about unpublished work or its authors.
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
    updatedAt: isoTime(item.updated_at),
    updatedBy: item.updated_by,
  };
}

/** The revision of the working copy, or the version of what is published. */
export function contentEtag({ item, copy }: ContentView): string {
  return copy === 'working' ? `"${item.revision}"` : `"v${item.published_version}"`;
}

export function serializeVersion({ version, revision, author, at, comment, content }: ContentRevisionRow) {
  return { version: version ?? 0, revision, author, at: isoTime(at), comment, content: JSON.parse(content) };
}
