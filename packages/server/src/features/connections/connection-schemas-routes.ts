import { Nullable } from '@inlay/protocol/schema-parts';
import Type from 'typebox';

export const ConnectionTestBody = Type.Object(
  {
    ok: Type.Boolean(),
    code: Nullable(Type.String({ description: 'Such as `UNREACHABLE` or `WRONG_CREDENTIALS`.' })),
    message: Type.String(),
    detail: Nullable(Type.String({ description: "In the database's own words." })),
  },
  { title: 'ConnectionTest' },
);

export const Column = Type.Object({ name: Type.String(), type: Type.String() }, { title: 'SourceColumn' });

export const TableList = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          schema: Type.String(),
          name: Type.String(),
          columns: Type.Array(
            Type.Object(
              { name: Type.String(), type: Type.String(), nullable: Type.Boolean() },
              { title: 'TableColumn' },
            ),
          ),
        },
        { title: 'Table' },
      ),
    ),
  },
  { title: 'TableList' },
);
