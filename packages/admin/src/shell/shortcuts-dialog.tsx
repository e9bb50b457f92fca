import { Checkbox } from '@inlay/ui/controls/checkbox';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';
import { modifier } from './modifier.ts';
import { useNavItems } from './nav-items.ts';
import { setSingleKeys, shortcutsOpen, singleKeys } from './shortcuts.ts';

export function ShortcutsDialog(): VNode | null {
  const t = useMessages('palette').shortcuts;
  const navItems = useNavItems();
  if (!shortcutsOpen.value) return null;
  return (
    <Dialog
      title={t.title}
      onClose={() => {
        shortcutsOpen.value = false;
      }}
    >
      <h3>{t.general}</h3>
      <Keys
        rows={[
          [[`${modifier}K`], t.palette],
          [['/'], t.search],
          [[`${modifier}S`], t.save],
          [['Esc'], t.close],
          [['?'], t.help],
        ]}
      />
      <h3>{t.goTo}</h3>
      <Keys rows={navItems.map(({ key, title }) => [['G', key.toUpperCase()], title])} />
      <Checkbox label={t.singleKeys} checked={singleKeys.value} onChange={setSingleKeys} />
    </Dialog>
  );
}

function Keys({ rows }: { readonly rows: readonly (readonly [readonly string[], string])[] }): VNode {
  const { then } = useMessages('palette').shortcuts;
  return (
    <dl class="ui-stack-tight keys">
      {rows.map(([keys, action]) => (
        <div key={action}>
          <dt>{action}</dt>
          <dd>
            {keys.map((key, index) => (
              <>
                {index > 0 && <span class="ui-muted"> {then} </span>}
                <kbd key={key}>{key}</kbd>
              </>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
