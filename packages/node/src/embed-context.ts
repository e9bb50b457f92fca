import { ConfigurationError } from './errors.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Role = 'USER' | 'ADMIN';

/** `validator` is another spelling of `validate`. */
export type Privilege = 'view' | 'contribute' | 'validate' | 'validator';

/** Who the viewer is and what they may see. All of it is signed; none of it is stored in a user database of ours. */
export interface EmbedContext {
  /** Identifies the viewer: an e-mail address, or any other unique identifier. */
  readonly username: string;
  /** The workspace the viewer belongs to; the embed manager shows its value. Defaults to the client's. */
  readonly workspaceId?: string;
  /** The same as `workspaceId`, spelled as it is on the wire. */
  readonly workspace_id?: string;
  /** `['USER']` unless given. */
  readonly roles?: readonly Role[];
  /** What the viewer may do, by app identifier. None unless given. */
  readonly privileges?: Readonly<Record<string, readonly Privilege[]>>;
  /** Groups defined in the service, for visibility rules. */
  readonly groups?: readonly string[];
  /** Free values for row rules and queries. */
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
  refuseUnknownFields(context);
  if (typeof context.username !== 'string' || context.username === '') {
    throw new ConfigurationError('The embed context needs a username: a string that identifies the viewer.');
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

// A misspelt `attribute` would otherwise be lost on the way and surface as a viewer who sees nothing.
function refuseUnknownFields(context: EmbedContext): void {
  const unknown = Object.keys(context).find((field) => !knownFields.has(field));
  if (unknown === undefined) return;
  throw new ConfigurationError(
    `The embed context has no field '${unknown}'. Put values of your own into attributes.`,
  );
}

function workspaceOf(context: EmbedContext, defaultWorkspace: string | undefined): string {
  const { workspaceId, workspace_id } = context;
  if (workspaceId !== undefined && workspace_id !== undefined && workspaceId !== workspace_id) {
    throw new ConfigurationError(
      'The embed context has both workspaceId and workspace_id: give one of them.',
    );
  }
  const workspace = workspaceId ?? workspace_id ?? defaultWorkspace;
  if (typeof workspace === 'string' && workspace !== '') return workspace;
  throw new ConfigurationError(
    'The embed context needs a workspaceId (the embed manager shows it), here or in createEmbedClient.',
  );
}

/** What is measured is then what is signed: a `Date` or a `toJSON` is resolved once, here. */
function asJson(value: object): WireContext {
  try {
    return JSON.parse(JSON.stringify(value)) as WireContext;
  } catch (cause) {
    throw new ConfigurationError(
      `The embed context cannot be written as JSON: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}
