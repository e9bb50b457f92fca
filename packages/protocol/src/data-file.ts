import Type from 'typebox';
import { Nullable, Timestamp, type Wire } from './schema-parts.ts';

const table = Type.String({ description: 'Table name that datasets use for the file.' });
const described = {
  name: Type.String(),
  table,
  bytes: Type.Integer({ description: 'Bytes received so far.' }),
  complete: Type.Boolean(),
};

export const DataFileSchema = Type.Object({ ...described, updatedAt: Timestamp }, { title: 'File' });
export type DataFile = Wire<typeof DataFileSchema>;

export const UploadSchema = Type.Object(
  { ...described, rows: Nullable(Type.Integer({ description: 'Row count, for CSV and JSON.' })) },
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
    rows: Nullable(Type.Integer({ description: 'Row count, for CSV and JSON, once the import is done.' })),
    error: Nullable(Type.String({ description: 'Why the import failed.' })),
    resumable: Type.Boolean({
      description:
        'The import failed for a reason unrelated to the file, such as a server restart. The file is still there, so the import can be resumed.',
    }),
    createdAt: Timestamp,
  },
  { title: 'FileImport' },
);
export type FileImport = Wire<typeof FileImportSchema>;
