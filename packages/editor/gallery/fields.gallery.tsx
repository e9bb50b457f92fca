import '../../ui/src/ui.css';
import '../src/fields.css';
import '../src/tile-editor.css';
import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { Checkbox } from '../../ui/src/checkbox.tsx';
import { NumberField } from '../../ui/src/number-field.tsx';
import { Section } from '../../ui/src/section.tsx';
import { Select } from '../../ui/src/select.tsx';
import { TextField } from '../../ui/src/text-field.tsx';
import { Entry } from '../src/parts/entry.tsx';
import { FieldIcon } from '../src/parts/field-icon.tsx';

const options = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
];
const ignore = () => {};

export const gallery: GalleryEntry = {
  title: 'Fields of the editor',
  states: {
    select: () => <Select label="Granularity" options={options} value="week" onChange={ignore} />,
    text: () => <TextField label="Title" value="Revenue by week" onChange={ignore} />,
    'text with a hint': () => (
      <TextField label="Locale" value="" placeholder="en-GB" hint="A language tag" onChange={ignore} />
    ),
    number: () => <NumberField label="Row limit" value={10} whole min={1} max={100} onChange={ignore} />,
    'number, empty': () => <NumberField label="Row limit" value={undefined} onChange={ignore} />,
    ticked: () => <Checkbox label="Show totals" checked onChange={ignore} />,
    'not ticked': () => <Checkbox label="Show totals" checked={false} onChange={ignore} />,
    entry: () => (
      <Entry label="First filter" removeLabel="Remove the first filter" onRemove={ignore}>
        <Select label="Field" options={options} value="day" onChange={ignore} />
      </Entry>
    ),
    'section, closed': () => (
      <Section title="Sorting and limit" count={2}>
        Sorting
      </Section>
    ),
    'section, open': () => (
      <Section title="Colors" open>
        Colors
      </Section>
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
