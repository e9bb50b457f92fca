import '../src/kit.css';
import { Checkbox } from '../src/controls/checkbox.tsx';
import { Field } from '../src/controls/field.tsx';
import { FileDrop } from '../src/controls/file-drop.tsx';
import { NumberField } from '../src/controls/number-field.tsx';
import { Select } from '../src/controls/select.tsx';
import { TextField } from '../src/controls/text-field.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const ignore = () => {};
const modes = [
  { value: 'verify', label: 'On (verify the certificate)' },
  { value: 'off', label: 'Off (unencrypted)' },
];

export const gallery: GalleryEntry = {
  title: 'Field, TextField, NumberField, Select, Checkbox, FileDrop',
  states: {
    text: () => <TextField label="Name" value="Sales" onChange={ignore} />,
    'text, optional, with a hint': () => (
      <TextField
        label="Port"
        hint="5432 unless your provider says otherwise."
        optional
        value=""
        onChange={ignore}
      />
    ),
    'text, with an error': () => (
      <TextField label="Host" error="Host is required." value="" onChange={ignore} />
    ),
    'text, disabled': () => <TextField label="Id" disabled value="sales" onChange={ignore} />,
    'text, for code': () => <TextField label="Key id" mono value="2026-11_primary" onChange={ignore} />,
    'text, several lines': () => (
      <TextField label="Comment" lines={3} value="Looks good." onChange={ignore} />
    ),
    date: () => <TextField label="From" type="date" value="2026-11-16" onChange={ignore} />,
    'without a visible label': () => (
      <TextField label="Search" hideLabel placeholder="Search" value="" onChange={ignore} />
    ),
    number: () => <NumberField label="Row limit" value={10} whole min={1} max={100} onChange={ignore} />,
    'number, empty': () => <NumberField label="Decimals" value={undefined} onChange={ignore} />,
    select: () => <Select label="TLS mode" value="verify" options={modes} onChange={ignore} />,
    'select, loading': () => <Select label="TLS mode" value="" options={undefined} onChange={ignore} />,
    'select, with an error': () => (
      <Select label="TLS mode" error="TLS is required." value="off" options={modes} onChange={ignore} />
    ),
    'select, disabled': () => (
      <Select label="TLS mode" disabled value="off" options={modes} onChange={ignore} />
    ),
    'control of the caller': () => (
      <Field label="Color" hint="Of the first series.">
        <input type="color" value="#2a50c0" />
      </Field>
    ),
    checkbox: () => <Checkbox label="Show totals" checked={false} onChange={ignore} />,
    'checkbox, checked, with a hint': () => (
      <Checkbox label="Administrator" hint="Can change everything." checked onChange={ignore} />
    ),
    'checkbox, disabled': () => <Checkbox label="Show totals" checked disabled onChange={ignore} />,
    file: () => <FileDrop label="Choose a file" hint="CSV or Parquet" accept=".csv" onFiles={ignore} />,
    files: () => (
      <FileDrop label="Choose files" hint="CSV or Parquet" accept=".csv" multiple onFiles={ignore} />
    ),
  },
};
