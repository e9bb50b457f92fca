import type { Form } from '@inlay/ui/form/use-form';
import { Select } from '@inlay/ui/select';
import { TextField } from '@inlay/ui/text-field';
import type { VNode } from 'preact';
import type { NamedDraft } from './theme-draft.ts';

interface ThemeBasicsProps {
  readonly form: Form<NamedDraft>;
  readonly isNew: boolean;
  readonly onMode: (mode: NamedDraft['mode']) => void;
}

/** What a theme has besides its colours. */
export function ThemeBasics({ form, isNew, onMode }: ThemeBasicsProps): VNode {
  return (
    <section class="ui-card">
      {isNew && (
        <TextField
          {...form.field('name', { required: true })}
          mono
          maxLength={64}
          hint="What embeds and pages write, such as acme. It cannot change later."
        />
      )}
      <div class="two">
        <TextField {...form.field('font')} optional hint="Of the viewer’s machine, such as Georgia, serif." />
        <Select
          {...form.field('mode', { label: 'Light or dark' })}
          value={form.values.mode}
          options={[
            { value: 'auto', label: 'As the viewer’s system' },
            { value: 'light', label: 'Always light' },
            { value: 'dark', label: 'Always dark' },
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
