import Type from 'typebox';
import { Nullable, Timestamp, type Wire } from './schema-parts.ts';

const table = Type.String({ description: 'What a dataset calls it.' });
const described = {
  name: Type.String(),
  table,
  bytes: Type.Integer({ description: 'As many as have arrived.' }),
  complete: Type.Boolean(),
};

export const DataFileSchema = Type.Object({ ...described, updatedAt: Timestamp }, { title: 'File' });
export type DataFile = Wire<typeof DataFileSchema>;

export const UploadSchema = Type.Object(
  { ...described, rows: Nullable(Type.Integer({ description: 'Known for CSV and JSON.' })) },
  { title: 'Upload' },
);
export type Upload = Wire<typeof UploadSchema>;

export const FileImportSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    table,
    bytes: Type.Integer(),
    state: Type.Enum(['queued', 'running', 'done', 'failed']),
    rows: Nullable(Type.Integer({ description: 'Known for CSV and JSON once it is done.' })),
    error: Nullable(Type.String({ description: 'Why it failed.' })),
    resumable: Type.Boolean({
      description:
        'It failed for a reason that does not lie in the file, such as a restart of the server. The file is still there.',
    }),
    createdAt: Timestamp,
  },
  { title: 'FileImport' },
);
export type FileImport = Wire<typeof FileImportSchema>;
