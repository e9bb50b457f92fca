import type { DashboardAction } from '@inlay/content/builder';
import type { ContentItem, Ownership } from '../content/index.ts';
import type { Builder } from './open-builder.ts';

/** What a viewer may do with a dashboard in its current state. */
export interface DashboardRights {
  readonly sees: 'working' | 'published' | 'nothing';
  readonly mine: boolean;
  readonly may: Readonly<Record<DashboardAction, boolean>>;
}

type Person = Pick<Builder, 'me' | 'groups' | 'views' | 'acts' | 'contributes' | 'validates' | 'copies'>;
type Item = Pick<ContentItem, 'state' | 'published_version' | 'last_version'>;

/** All rights are decided here (ADR 171). Anything not granted is refused. */
export function dashboardRights(
  person: Person,
  item: Item,
  ownership: Ownership | undefined,
): DashboardRights {
  const { state } = item;
  const { contributes, validates, views } = person;
  const isPublished = item.published_version !== null;
  const mine = views && ownership?.owner === person.me;
  const shared = views && ownership !== undefined && isSharedWith(ownership, person);
  const inReview = state === 'in-review';
  const isOpen = state !== 'archived';

  const seesWorking = ownership ? mine || shared || (validates && inReview) : contributes || validates;
  const isCopy = ownership?.origin != null;
  const edits = ownership
    ? (mine && (contributes || (isCopy && person.copies))) ||
      (contributes && shared && ownership.sharing.right === 'edit')
    : contributes;
  const wasPublished = item.last_version > 0;
  return {
    sees: !isOpen ? 'nothing' : seesWorking ? 'working' : isPublished ? 'published' : 'nothing',
    mine,
    may: {
      edit: isOpen && edits,
      submit: state === 'draft' && edits && contributes,
      // Publishing a draft includes submitting it, and requires both privileges.
      publish: validates && (inReview || (state === 'draft' && edits && contributes)),
      // Unpublished changes get their groups when they are published.
      groups: validates && state === 'published',
      return: validates && inReview,
      delete:
        isOpen &&
        person.acts &&
        (wasPublished ? validates && (seesWorking || isPublished) : mine || (edits && !ownership)),
      share: isOpen && mine && contributes,
      copy: isOpen && person.copies && isPublished && !mine,
      reset: isOpen && mine && edits && isCopy,
    },
  };
}

function isSharedWith({ owner, sharing }: Ownership, { me, groups }: Person): boolean {
  // Sharing does not cross workspaces.
  if (owner.slice(0, owner.indexOf('/')) !== me.slice(0, me.indexOf('/'))) return false;
  if (sharing.with === 'workspace') return true;
  return sharing.with === 'groups' && sharing.groups.some((group) => groups.includes(group));
}
