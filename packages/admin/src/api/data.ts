import type { Dataset } from '@inlay/protocol/dataset';
import type { Cell, ColumnType, QueryResult } from '@inlay/protocol/result';

export interface ConnectionTest {
  readonly ok: boolean;
  readonly code: string | null;
  readonly message: string;
  readonly detail: string | null;
}

export interface Table {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly nullable: boolean;
  }[];
}

export interface DataFile {
  readonly name: string;
  /** What a dataset calls it. */
  readonly table: string;
  readonly bytes: number;
  readonly complete: boolean;
  readonly updatedAt: string;
}

export interface ShownDataset extends Dataset {
  readonly name: string;
  readonly connectionId: string;
  readonly workspaceId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Sample {
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly values: readonly Cell[];
  }[];
  readonly rowCount: number;
}

export interface Inferred {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  readonly sample: Sample;
}

/** The response of `POST datasets/try`. */
export interface DatasetTrial {
  readonly explanation: {
    readonly rows: 'all' | 'some' | 'none';
    readonly summary: string;
    readonly rules: readonly {
      readonly path: string;
      readonly outcome: 'true' | 'false' | 'unknown';
      readonly reason: string;
    }[];
    readonly statements: readonly {
      readonly purpose: 'rows' | 'totals';
      readonly sql: string;
      readonly parameters: readonly {
        readonly name: string;
        readonly from: string;
        readonly value: unknown;
      }[];
    }[];
    readonly workspace: { readonly ok: boolean; readonly reason: string | null };
    readonly connection: { readonly ok: boolean; readonly reason: string | null };
  };
  readonly answer: { readonly result: QueryResult; readonly from: string } | null;
  readonly refusal: string | null;
}

export interface DatasetUser {
  readonly kind: string;
  readonly id: string;
  readonly appId: string;
  readonly title: string;
  readonly published: boolean;
}
