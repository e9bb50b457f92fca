import type { AdminMessages } from '@inlay/messages/admin';
import type { Namespaces } from '@inlay/messages/load-messages';
import type { Permission } from '@inlay/protocol/permission';
import { type Attributes, type ComponentType, h, type VNode } from 'preact';
import type { Query } from './api/query.ts';

/** The parameters of a path: `/apps/:app/tiles/:id` has `{ app, id }`; one that ends in `?` may be missing. */
export type Params<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? Param<First> & Params<Rest>
  : Param<Path>;

type Param<Part extends string> = Part extends `:${infer Name}?`
  ? { readonly [N in Name]?: string }
  : Part extends `:${infer Name}`
    ? { readonly [N in Name]: string }
    : unknown;

type NavMessages = AdminMessages['nav'];

/** Titles are keys of the messages. */
export interface Nav {
  /** The heading in the sidebar. */
  readonly group: keyof NavMessages['groups'];
  readonly title: keyof NavMessages['titles'];
  /** `g` and then this letter opens the screen. */
  readonly key: string;
  /** Other terms to find it by. */
  readonly keywords: string;
}

/** Something that the command palette offers besides the screen itself. */
export interface ScreenCommand {
  readonly title: keyof NavMessages['commands'];
  readonly to: string;
  readonly keywords: string;
  /** Besides those of the screen. */
  readonly needs?: readonly Permission[];
}

export interface ScreenDefinition<Path extends string> {
  /** Below `/admin`. */
  readonly path: Path;
  /** The permissions of the role that it requires. Without any, privileges decide what the screen shows. */
  readonly needs?: readonly Permission[];
  /** Its place in the sidebar and the palette, if it has one. */
  readonly nav?: Nav;
  readonly commands?: readonly ScreenCommand[];
  /** Each screen is a file of its own, which gets the parameters of the path as its props. */
  readonly load: () => Promise<ComponentType<Params<Path>>>;
  /** The dialog that the screen opens where the last parameter of its path is given. */
  readonly dialog?: () => Promise<unknown>;
  /** The namespaces of messages that it uses besides `admin`. They are loaded with its file. */
  readonly messages?: keyof Namespaces | readonly (keyof Namespaces)[];
  /** What the screen requests first. They are sent while its file loads. */
  readonly queries?: (params: Params<Path>, search: URLSearchParams) => readonly Query<unknown>[];
}

/** A screen whose parameters are checked where it is defined (ADR 274). */
export interface Screen {
  readonly path: string;
  readonly needs: readonly Permission[];
  readonly nav?: Nav;
  readonly commands: readonly ScreenCommand[];
  readonly messages: readonly (keyof Namespaces)[];
  readonly matches: (path: string) => boolean;
  /** Its component, and its dialog where it is open. For the server, the build replaces each by the list of its files. */
  readonly components: (path: string) => Promise<readonly unknown[]>;
  /** Loads what it needs at a path; returns how to render the screen at a path. */
  readonly load: (path: string) => Promise<(path: string) => VNode>;
  readonly queries: (path: string, search: URLSearchParams) => readonly Query<unknown>[];
}

export function screen<const Path extends string>(definition: ScreenDefinition<Path>): Screen {
  const { path: pattern, needs = [], nav, commands = [], messages = [], load, dialog, queries } = definition;
  const components = (path: string) => {
    const isOpen = path.split('/').length === pattern.split('/').length;
    return Promise.all(isOpen && dialog ? ([load(), dialog()] as const) : ([load()] as const));
  };
  return {
    path: pattern,
    needs,
    ...(nav && { nav }),
    commands,
    messages: [messages].flat(),
    matches: (path) => paramsOf(pattern, path) !== undefined,
    components,
    load: async (at) => {
      const [Shown] = await components(at);
      return (path) => h<Params<Path>>(Shown, paramsOf(pattern, path) as Params<Path> & Attributes) as VNode;
    },
    queries: (path, search) => {
      const params = paramsOf(pattern, path);
      return params && queries ? queries(params, search) : [];
    },
  };
}

function paramsOf<Path extends string>(pattern: Path, path: string): Params<Path> | undefined {
  const given = path.split('/');
  const wanted = pattern.split('/');
  const params: Record<string, string> = {};
  if (given.length > wanted.length) return undefined;
  for (const [index, part] of wanted.entries()) {
    const text = given[index];
    const [, name, optional] = /^:(\w+)(\?)?$/.exec(part) ?? [];
    if (name === undefined ? text !== part : !text && !(optional && text === undefined)) return undefined;
    if (name !== undefined && text) params[name] = decoded(text);
  }
  return params as Params<Path>;
}

/** An address may hold a percent sign that encodes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
