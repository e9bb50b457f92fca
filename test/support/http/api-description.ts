/** As much of an OpenAPI document as the tests read. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: Readonly<Record<'schemas' | 'responses', Readonly<Record<string, unknown>>>>;
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
}

export interface ApiOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: unknown;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

export interface ApiResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: ApiSchema }>>;
}

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly [keyword: string]: unknown;
}

export interface NamedOperation extends ApiOperation {
  /** `GET /api/v0/users/{id}` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

export function operationsOf({ paths }: ApiDescription): NamedOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      return { ...operation, name: `${method} ${path}`, method, path };
    }),
  );
}
