import type { ContentByKind, ContentKind } from '@inlay/content/content';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { ContentItem } from './items.ts';

type Titled = Pick<ContentItem, 'kind' | 'id' | 'app_id' | 'draft'>;

/** An item as errors name it: by its title, with all that a link to it needs. */
export function nameContent({ kind, id, app_id, draft }: Titled) {
  const { title } = JSON.parse(draft) as ContentByKind[ContentKind];
  return { kind, id, appId: app_id, title: titleOutline(title) || id };
}

const MAX_NAMES = 10;

/** For error messages: `dashboard “Sales”, tile “Revenue” and 3 more`. */
export function namesOf(items: readonly Titled[]): string {
  return listed(items, ({ kind, title }) => `${kind} “${title}”`);
}

/** As `namesOf`, without the kinds. */
export function titlesOf(items: readonly Titled[]): string {
  return listed(items, ({ title }) => `“${title}”`);
}

function listed(items: readonly Titled[], write: (name: ReturnType<typeof nameContent>) => string): string {
  const names = items.slice(0, MAX_NAMES).map((item) => write(nameContent(item)));
  return items.length > MAX_NAMES
    ? `${names.join(', ')} and ${items.length - MAX_NAMES} more`
    : names.join(', ');
}
