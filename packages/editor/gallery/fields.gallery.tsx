import '../../ui/src/kit.css';
import '../src/fields.css';
import '../src/tile-editor.css';
import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { Select } from '../../ui/src/controls/select.tsx';
import { Entry } from '../src/parts/entry.tsx';
import { FieldIcon } from '../src/parts/field-icon.tsx';

const options = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
];
const ignore = () => {};

export const gallery: GalleryEntry = {
  title: 'Entries and icons of the editor',
  states: {
    entry: () => (
      <Entry label="First filter" removeLabel="Remove the first filter" onRemove={ignore}>
        <Select label="Field" options={options} value="day" onChange={ignore} />
      </Entry>
    ),
    'icons of fields': () => (
      <>
        {['measure', 'date', 'string', 'json', 'boolean', 'number'].map((type) => (
          <FieldIcon key={type} type={type} />
        ))}
      </>
    ),
  },
};
