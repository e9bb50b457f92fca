import { posix } from 'node:path';
import { urlOf } from './site-url.ts';

export interface NavigationPage {
  readonly title: string;
  /** Relative to `docs/`. */
  readonly file: string;
  readonly url: string;
  readonly description: string;
}

export interface NavigationGroup {
  readonly title: string;
  readonly pages: readonly NavigationPage[];
}

/** The groups and pages of `docs/guide/README.md`, which decides what the site lists and in which order. */
export function readNavigation(index: string): readonly NavigationGroup[] {
  const groups: { title: string; pages: NavigationPage[] }[] = [];
  for (const line of index.split('\n')) {
    const [, group] = /^\*\*(.+)\*\*$/.exec(line) ?? [];
    if (group) groups.push({ title: group, pages: [] });
    const [, title, target, description = ''] =
      /^(?:\d+\.|-) \[(.+?)\]\((.+?\.md)\)(?:: (.+))?$/.exec(line) ?? [];
    if (!title || !target) continue;
    const file = posix.join('guide', target);
    groups.at(-1)?.pages.push({ title, file, url: urlOf(file), description });
  }
  return groups;
}
