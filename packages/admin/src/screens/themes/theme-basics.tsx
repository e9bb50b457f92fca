import { Field } from '@inlay/ui/field';
import type { VNode } from 'preact';
import type { ThemeDraft } from './theme-draft.ts';

interface ThemeBasicsProps {
  readonly draft: ThemeDraft;
  /** Of a theme that is being made. */
  readonly name: string | undefined;
  readonly onName: (name: string) => void;
  readonly onChange: (draft: ThemeDraft) => void;
}

/** What a theme has besides its colours. */
export function ThemeBasics({ draft, name, onName, onChange }: ThemeBasicsProps): VNode {
  return (
    <section class="ui-card">
      {name !== undefined && (
        <Field label="Name" hint="What embeds and pages write, such as acme. It cannot change later.">
          <input
            class="ui-input ui-mono"
            required
            maxLength={64}
            value={name}
            onInput={(event) => onName(event.currentTarget.value)}
          />
        </Field>
      )}
      <div class="two">
        <Field label="Font" optional hint="Of the viewer’s machine, such as Georgia, serif.">
          <input
            class="ui-input"
            value={draft.font}
            onInput={(event) => onChange({ ...draft, font: event.currentTarget.value })}
          />
        </Field>
        <Field label="Light or dark">
          <select
            class="ui-input ui-select"
            value={draft.mode}
            onChange={(event) =>
              onChange({ ...draft, mode: event.currentTarget.value as ThemeDraft['mode'] })
            }
          >
            <option value="auto">As the viewer’s system</option>
            <option value="light">Always light</option>
            <option value="dark">Always dark</option>
          </select>
        </Field>
      </div>
    </section>
  );
}
