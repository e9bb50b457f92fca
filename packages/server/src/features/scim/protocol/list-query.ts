import { MAX_LIMIT } from '@inlay/protocol/pagination';
import Type from 'typebox';
import type { Resource, ResourceDefinition } from './attribute.ts';
import { type Filter, parseFilter } from './parse-filter.ts';
import { type Projection, readProjection } from './project.ts';
import { invalidValue } from './scim-error.ts';

/** The query parameters of responses with resources (RFC 7644 §3.9). */
export const projectionQuery = {
  attributes: Type.Optional(
    Type.String({ maxLength: 2048, description: 'Only these attributes, separated by commas.' }),
  ),
  excludedAttributes: Type.Optional(
    Type.String({ maxLength: 2048, description: 'All attributes except these, separated by commas.' }),
  ),
};

/** The query parameters of lists (RFC 7644 §3.4.2). */
export const listQuery = {
  ...projectionQuery,
  filter: Type.Optional(
    Type.String({ description: 'As in RFC 7644 §3.4.2.2.', examples: ['userName eq "ann"'] }),
  ),
  startIndex: Type.Optional(Type.String({ description: 'Position of the first result, from 1.' })),
  count: Type.Optional(
    Type.String({ description: `Results per page, capped at ${MAX_LIMIT}; 0 only counts.` }),
  ),
};

interface Parameters {
  readonly attributes?: string;
  readonly excludedAttributes?: string;
  readonly filter?: string;
  readonly startIndex?: string;
  readonly count?: string;
}

export interface ListRequest {
  readonly offset: number;
  readonly limit: number;
  readonly filter: Filter | undefined;
  readonly projection: Projection;
}

const DEFAULT_COUNT = 100;

export function readListQuery(definition: ResourceDefinition, query: Parameters): ListRequest {
  // Values below the range count as its first: RFC 7644 §3.4.2.4.
  const start = Math.max(1, wholeNumber(query.startIndex, 'startIndex') ?? 1);
  const count = Math.max(0, wholeNumber(query.count, 'count') ?? DEFAULT_COUNT);
  return {
    offset: start - 1,
    limit: Math.min(count, MAX_LIMIT),
    filter: query.filter === undefined ? undefined : parseFilter(query.filter),
    projection: readProjection(definition, query),
  };
}

function wholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw invalidValue(`${name} must be a whole number.`);
  return Number(text);
}

export function listResponse(
  { offset }: Pick<ListRequest, 'offset'>,
  total: number,
  resources: readonly Resource[],
): Resource {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
