import { Checkbox } from '@inlay/ui/controls/checkbox';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { Rich } from '../../parts/text/rich.tsx';
import { providerList } from './providers/queries.ts';
import { SettingsSection } from './settings-section.tsx';

export function PasswordsSection(): VNode {
  const t = useMessages('access').passwords;
  const providers = useQuery(providerList).data?.data;
  const isWithoutProvider = providers?.every(({ isEnabled }) => !isEnabled);
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
          {!values.passwords && isWithoutProvider && <Notice tone="bad">{t.lockOut}</Notice>}
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
