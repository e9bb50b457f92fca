import { readFileSync } from 'node:fs';
import { exact, type Wire } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import Type from 'typebox';
import { parseDocument } from 'yaml';
import { sentenceOf } from '../../platform/errors.ts';
import { UsageError } from '../usage-error.ts';

const text = Type.String({ minLength: 1, maxLength: 1024 });
const scalar = Type.Union([Type.String(), Type.Number()]);

const ContextSchema = Type.Object(
  {
    username: text,
    workspace_id: Type.Optional(text),
    workspaceId: Type.Optional(text),
    roles: Type.Optional(Type.Array(Type.String())),
    privileges: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
    groups: Type.Optional(Type.Array(Type.String())),
    attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    secrets: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  exact,
);

const PlanSchema = Type.Object(
  {
    contexts: Type.Record(
      Type.String({ pattern: '^[^]{1,64}$' }),
      Type.Object(
        {
          context: ContextSchema,
          expect: Type.Optional(
            Type.Record(Type.String(), Type.Union([Type.Literal('*'), Type.Array(scalar)])),
          ),
        },
        exact,
      ),
    ),
    embeds: Type.Optional(Type.Array(text, { minItems: 1, maxItems: 1000 })),
    shared: Type.Optional(Type.Array(text, { maxItems: 1000 })),
    origin: Type.Optional(text),
  },
  exact,
);

/** The values that a context may see in a column; `*` stands for all. */
export type Expected = '*' | readonly (string | number)[];

/** A context as the host application signs it, and the data that belongs to it. */
export interface PlannedContext {
  readonly name: string;
  readonly context: Wire<typeof ContextSchema>;
  /** By `dataset/column`, or by `column` for every dataset. */
  readonly expect: Readonly<Record<string, Expected>>;
}

export interface Plan {
  readonly contexts: readonly PlannedContext[];
  /** Embeds to open; absent if an administrator's token lists them. */
  readonly embeds: readonly string[] | undefined;
  /** Datasets whose rows all viewers may see. */
  readonly shared: ReadonlySet<string>;
  /** The host page that embeds are restricted to. */
  readonly origin: string | undefined;
}

/** Reads the contexts to compare from a YAML or JSON file. */
export function readPlan(file: string): Plan {
  const { contexts, embeds, shared = [], origin } = parsePlan(file);
  const planned = Object.entries(contexts).map(
    ([name, { context, expect = {} }]): PlannedContext => ({ name, context, expect }),
  );
  if (planned.length < 2)
    throw new UsageError(`${file}: /contexts must have at least two contexts to compare.`);
  return { contexts: planned, embeds, shared: new Set(shared), origin };
}

function parsePlan(file: string): Wire<typeof PlanSchema> {
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read: ${(error as Error).message}.`);
  }
  // YAML contains JSON.
  const document = parseDocument(source, { prettyErrors: false });
  const [error] = document.errors;
  if (error) throw new UsageError(`${file} cannot be read: ${error.message}`);
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  assertPlan(file, value);
  return value;
}

function assertPlan(file: string, value: unknown): asserts value is Wire<typeof PlanSchema> {
  const problems = shapeErrors(PlanSchema, value);
  if (problems.length > 0) throw new UsageError(`${file}: ${sentenceOf(problems)}.`);
}
