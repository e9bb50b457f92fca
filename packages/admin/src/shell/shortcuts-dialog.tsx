import { Dialog } from '@inlay/ui/dialog';
import type { VNode } from 'preact';
import { modifier } from './modifier.ts';
import { shortcutsOpen } from './shortcuts.ts';
import { views } from './views.ts';

const everywhere = [
  [[`${modifier}K`], 'Go to a view or do something'],
  [['/'], 'Search in this list'],
  [[`${modifier}S`], 'Save what you are editing'],
  [['Esc'], 'Close what is on top'],
  [['?'], 'This sheet'],
] as const;

const goTo = views.flatMap(({ key, title }) =>
  key === undefined ? [] : [[['G', key.toUpperCase()], title] as const],
);

export function ShortcutsDialog(): VNode | null {
  if (!shortcutsOpen.value) return null;
  return (
    <Dialog
      title="Keyboard"
      onClose={() => {
        shortcutsOpen.value = false;
      }}
    >
      <h3>Everywhere</h3>
      <Keys rows={everywhere} />
      <h3>Go to</h3>
      <Keys rows={goTo} />
    </Dialog>
  );
}

function Keys({ rows }: { readonly rows: readonly (readonly [readonly string[], string])[] }): VNode {
  return (
    <dl class="keys">
      {rows.map(([keys, what]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            {keys.map((key, index) => (
              <>
                {index > 0 && <span class="muted"> then </span>}
                <kbd key={key}>{key}</kbd>
              </>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
