import '../src/style/admin.css';
import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { Field } from '../src/parts/field.tsx';
import { FileDrop } from '../src/parts/file-drop.tsx';

export const gallery: GalleryEntry = {
  title: 'Field',
  states: {
    plain: () => (
      <Field label="Name">
        <input class="input" value="Sales" />
      </Field>
    ),
    'with a hint': () => (
      <Field label="Port" hint="5432 unless your provider says otherwise." optional>
        <input class="input" inputMode="numeric" />
      </Field>
    ),
    wrong: () => (
      <Field label="Host" problem="Host is required.">
        <input class="input" />
      </Field>
    ),
    select: () => (
      <Field label="TLS mode">
        <select class="input select">
          <option>Verify</option>
          <option>Off (unencrypted)</option>
        </select>
      </Field>
    ),
    file: () => <FileDrop label="Choose a file" hint="CSV or Parquet" accept=".csv" onFiles={() => {}} />,
  },
};
