import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { Form } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import type { NamedDraft } from './theme-draft.ts';

interface ThemeBasicsProps {
  readonly form: Form<NamedDraft>;
  readonly isNew: boolean;
  readonly onMode: (mode: NamedDraft['mode']) => void;
}

/** The name, font and mode of a theme. */
export function ThemeBasics({ form, isNew, onMode }: ThemeBasicsProps): VNode {
  const t = useMessages('tenant').themes.edit;
  return (
    <section class="ui-card">
      {isNew && (
        <TextField
          {...form.field('name', { label: t.name, required: true })}
          mono
          maxLength={64}
          hint={t.nameHint}
        />
      )}
      <div class="ui-two">
        <TextField {...form.field('font', { label: t.font })} optional hint={t.fontHint} />
        <Select
          {...form.field('mode', { label: t.mode })}
          value={form.values.mode}
          options={[
            { value: 'auto', label: t.auto },
            { value: 'light', label: t.alwaysLight },
            { value: 'dark', label: t.alwaysDark },
          ]}
          onChange={(mode) => {
            form.set({ mode });
            onMode(mode);
          }}
        />
      </div>
    </section>
  );
}
