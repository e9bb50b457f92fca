import type { Visitor } from '@inlay/content/builder';
import type { BuilderMessages } from '@inlay/messages/builder';
import type { VNode } from 'preact';

interface PresenceAvatarsProps {
  readonly others: readonly Visitor[];
  readonly messages: BuilderMessages;
}

const MAX_AVATARS = 3;

/** Other people who have this dashboard open, editors first; screen readers get full sentences. */
export function PresenceAvatars({ others, messages }: PresenceAvatarsProps): VNode {
  const shown = others.toSorted((a, b) => Number(b.doing === 'editing') - Number(a.doing === 'editing'));
  const describe = ({ username, doing, me }: Visitor) => {
    if (me) return messages.otherTab;
    const name = username ?? messages.administrator;
    return (doing === 'editing' ? messages.alsoEditing : messages.alsoHere)({ name });
  };
  const editor = shown.find(({ doing }) => doing === 'editing');
  return (
    <div class="bld-people" role="status">
      {editor ? <span class="bld-people-said">{describe(editor)}</span> : null}
      {shown.slice(0, MAX_AVATARS).map((visitor) => (
        <span
          key={`${visitor.username}:${visitor.since}`}
          class="bld-person"
          data-doing={visitor.doing}
          title={describe(visitor)}
        >
          <span aria-hidden="true">{initials(visitor.username ?? messages.administrator)}</span>
          {visitor === editor ? null : <span class="inlay-unseen">{describe(visitor)}</span>}
        </span>
      ))}
      {shown.length > MAX_AVATARS ? <span class="bld-person">+{shown.length - MAX_AVATARS}</span> : null}
    </div>
  );
}

function initials(username: string): string {
  const messages = username.split('@')[0]?.split(/[._\s-]+/) ?? [];
  return messages
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}
