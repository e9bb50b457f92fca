/** What opens a view of the admin app, known before its own files are there: the app's build says it, the server reads it. */
export interface AdminView {
  /** Below `/admin`; a part that begins with a colon is any, by this name. */
  readonly path: string;
  /** The files that hold it, below `/admin/`. */
  readonly files: readonly string[];
  /**
   * What it asks of the API, below `/api/v0/`. `:name` is a part of the path; `{name}` is what the page's query says under
   * that name, or else what stands behind the colon; a parameter that stays empty is left out. Where several stand there,
   * it is one of them, and for any other the request is not made.
   */
  readonly requests: readonly string[];
}

type Opened = Omit<AdminView, 'files'>;

/** The first view of these whose path is like this one. */
export function findAdminView<V extends Opened>(views: readonly V[], path: string): V | undefined {
  return views.find((view) => partsOf(view, path) !== undefined);
}

/** What a view asks of the API at an address of its own. */
export function requestsOf(view: Opened, path: string, query: URLSearchParams): readonly string[] {
  const parts = partsOf(view, path) ?? new Map();
  return view.requests
    .map((template) => fill(template, parts, query))
    .filter((request) => request !== undefined);
}

function partsOf({ path: pattern }: Opened, path: string): ReadonlyMap<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  const parts = new Map<string, string>();
  if (wanted.length !== given.length) return undefined;
  for (const [index, part] of wanted.entries()) {
    const there = given[index] ?? '';
    if (part.startsWith(':') && there !== '') parts.set(part.slice(1), there);
    else if (part !== there) return undefined;
  }
  return parts;
}

function fill(
  template: string,
  parts: ReadonlyMap<string, string>,
  query: URLSearchParams,
): string | undefined {
  let isOffered = true;
  const filled = template
    .replace(/\{(\w+)(?::([\w|]+))?\}/g, (_, name: string, offered = '') => {
      const [usual = '', ...others] = offered.split('|');
      const value = query.get(name) || usual;
      if (others.length > 0 && value !== usual && !others.includes(value)) isOffered = false;
      return encodeURIComponent(value);
    })
    .replace(/:(\w+)/g, (_, name: string) => parts.get(name) ?? '');
  if (!isOffered) return undefined;
  const [resource = '', text] = filled.split('?', 2);
  if (text === undefined) return resource;
  const params = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  return `${resource}?${new URLSearchParams(params)}`;
}
