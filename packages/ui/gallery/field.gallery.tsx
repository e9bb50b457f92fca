import '../src/kit.css';
import { Field } from '../src/field.tsx';
import { FileDrop } from '../src/file-drop.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

export const gallery: GalleryEntry = {
  title: 'Field',
  states: {
    plain: () => (
      <Field label="Name">
        <input class="ui-input" value="Sales" />
      </Field>
    ),
    'with a hint': () => (
      <Field label="Port" hint="5432 unless your provider says otherwise." optional>
        <input class="ui-input" inputMode="numeric" />
      </Field>
    ),
    wrong: () => (
      <Field label="Host" error="Host is required.">
        <input class="ui-input" />
      </Field>
    ),
    select: () => (
      <Field label="TLS mode">
        <select class="ui-input ui-select">
          <option>Verify</option>
          <option>Off (unencrypted)</option>
        </select>
      </Field>
    ),
    file: () => <FileDrop label="Choose a file" hint="CSV or Parquet" accept=".csv" onFiles={() => {}} />,
  },
};
