import type { ContentItem } from '../store/items.ts';
import { nameContent } from '../store/name-content.ts';
import type { StoredFile } from './folder-kind.ts';

/** Content of the app as a folder is compared with it. */
export function toStored(item: ContentItem, value: object): StoredFile {
  return {
    value,
    title: nameContent(item).title,
    stamp: `${item.revision} ${item.state}`,
    isUnpublished: item.state === 'draft' || item.state === 'in-review',
  };
}
