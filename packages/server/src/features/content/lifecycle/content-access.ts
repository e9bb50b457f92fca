import type { ContentKind } from '@inlay/content/content';
import { forAdmins, forUsers } from '../../../platform/http/route-access.ts';
import { isManaged } from '../../../platform/identity/permissions.ts';

/** Who may call the routes that change content. Privileges allow it, except for apps and embeds. */
export function writingOf(kind: ContentKind) {
  if (kind === 'embed') return forAdmins('embeds:write');
  return kind === 'app' ? forAdmins('content:write') : forUsers('content:write');
}

/** Who may call the routes that read working copies. */
export const historyOf = (kind: ContentKind) => (isManaged(kind) ? forAdmins : forUsers)('content:read');
