import type { Visitor } from '@inlay/content/builder';
import type { BuilderMessages } from '@inlay/messages/builder';
import type { VNode } from 'preact';

interface PeopleProps {
  readonly others: readonly Visitor[];
  readonly words: BuilderMessages;
}

const MOST = 3;

/** Who else has this dashboard open: editors first, and said in words to those who do not see the circles. */
export function People({ others, words }: PeopleProps): VNode {
  const shown = others.toSorted((a, b) => Number(b.doing === 'editing') - Number(a.doing === 'editing'));
  const said = ({ username, doing, me }: Visitor) => {
    if (me) return words.otherTab;
    return (doing === 'editing' ? words.alsoEditing : words.alsoHere)({ name: username });
  };
  const editor = shown.find(({ doing }) => doing === 'editing');
  return (
    <div class="bld-people" role="status">
      {editor ? <span class="bld-people-said">{said(editor)}</span> : null}
      {shown.slice(0, MOST).map((visitor) => (
        <span
          key={`${visitor.username}:${visitor.since}`}
          class="bld-person"
          data-doing={visitor.doing}
          title={said(visitor)}
        >
          <span aria-hidden="true">{initials(visitor.username)}</span>
          {visitor === editor ? null : <span class="inlay-unseen">{said(visitor)}</span>}
        </span>
      ))}
      {shown.length > MOST ? <span class="bld-person">+{shown.length - MOST}</span> : null}
    </div>
  );
}

function initials(username: string): string {
  const words = username.split('@')[0]?.split(/[._\s-]+/) ?? [];
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}
