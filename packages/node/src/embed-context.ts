import { configurationError } from './errors.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Role = 'USER' | 'ADMIN';

/** `validator` is another spelling of `validate`. */
export type Privilege = 'view' | 'contribute' | 'validate' | 'validator';

/** Who the viewer is and what they may see. It is signed as a whole; the service keeps no user accounts for viewers. */
export interface EmbedContext {
  /** Identifies the viewer: an email address, or any other unique identifier. */
  readonly username: string;
  /** The viewer's workspace, as displayed in the embed manager. Default: the client's `workspaceId`. */
  readonly workspaceId?: string;
  /** The same as `workspaceId`, in the spelling of the JWT claim. */
  readonly workspace_id?: string;
  /** Default: `['USER']`. */
  readonly roles?: readonly Role[];
  /** What the viewer may do, by app identifier. Default: none. */
  readonly privileges?: Readonly<Record<string, readonly Privilege[]>>;
  /** Groups defined in the service, for visibility rules. */
  readonly groups?: readonly string[];
  /** Your own values, for row rules and queries. */
  readonly attributes?: Readonly<Record<string, Json>>;
  /** Values for data connections. They reach the service, never a browser. */
  readonly secrets?: Readonly<Record<string, Json>>;
}

/** The `embed_context` claim. A type alias, not an interface, so that it is a valid JWT payload value. */
export type WireContext = Readonly<Record<string, Json>>;

const knownFields = new Set(
  'username workspaceId workspace_id roles privileges groups attributes secrets'.split(' '),
);

export function toWireContext(context: EmbedContext, defaultWorkspace: string | undefined): WireContext {
  rejectUnknownFields(context);
  if (typeof context.username !== 'string' || context.username === '') {
    throw configurationError(
      'username is required in the embed context: a string that identifies the viewer.',
    );
  }
  const { username, roles = ['USER'], privileges = {}, groups, attributes, secrets } = context;
  const wire = {
    username,
    workspace_id: workspaceOf(context, defaultWorkspace),
    roles,
    privileges,
    ...(groups && { groups }),
    ...(attributes && { attributes }),
    ...(secrets && { secrets }),
  };
  return asJson(wire);
}

// Otherwise a misspelled `attribute` would be dropped, and the viewer would see no data.
function rejectUnknownFields(context: EmbedContext): void {
  const unknown = Object.keys(context).find((field) => !knownFields.has(field));
  if (unknown === undefined) return;
  throw configurationError(
    `Unknown field '${unknown}' in the embed context. Put custom values into attributes.`,
  );
}

function workspaceOf(context: EmbedContext, defaultWorkspace: string | undefined): string {
  const { workspaceId, workspace_id } = context;
  if (workspaceId !== undefined && workspace_id !== undefined && workspaceId !== workspace_id) {
    throw configurationError(
      'The embed context has both workspaceId and workspace_id. Send only one of them.',
    );
  }
  const workspace = workspaceId ?? workspace_id ?? defaultWorkspace;
  if (typeof workspace === 'string' && workspace !== '') return workspace;
  throw configurationError(
    'workspaceId is required, in the embed context or in createEmbedClient. The Embed Manager shows its value.',
  );
}

/** Resolves dates and `toJSON` once, so that the context that is measured is the one that is signed. */
function asJson(value: object): WireContext {
  try {
    return JSON.parse(JSON.stringify(value)) as WireContext;
  } catch (cause) {
    throw configurationError(
      `The embed context cannot be converted to JSON: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}
