import { Checkbox } from '@inlay/ui/controls/checkbox';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { Rich } from '../../parts/text/rich.tsx';
import { SettingsSection } from './settings-section.tsx';

export function PasswordsSection(): VNode {
  const t = useMessages('access').passwords;
  return (
    <SettingsSection title={t.title} text={t.text}>
      {({ values, set }) => (
        <>
          <Checkbox
            label={t.on}
            hint={t.hint}
            checked={values.passwords}
            onChange={(passwords) => set({ passwords })}
          />
          <p class="ui-small ui-muted">
            <Rich
              text={t.emergency}
              parts={{ command: <code>inlay tenant sign-in --allow-passwords</code> }}
            />
          </p>
        </>
      )}
    </SettingsSection>
  );
}
