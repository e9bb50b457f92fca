/** What opens a view of the admin app, known before its own files are there: the app's build says it, the server reads it. */
export interface AdminView {
  /** Below `/admin`; a part that begins with a colon is any, by this name. */
  readonly path: string;
  /** The files that hold it, below `/admin/`. */
  readonly files: readonly string[];
  /**
   * What it asks of the API, below `/api/v0/`. `:name` is a part of the path; `{name}` is what the page's query says under
   * that name, or else what stands behind the colon; a parameter that stays empty is left out.
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
  return view.requests.map((template) => fill(template, parts, query));
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

function fill(template: string, parts: ReadonlyMap<string, string>, query: URLSearchParams): string {
  const filled = template
    .replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, otherwise = '') =>
      encodeURIComponent(query.get(name) || otherwise),
    )
    .replace(/:(\w+)/g, (_, name: string) => parts.get(name) ?? '');
  const [resource = '', text] = filled.split('?', 2);
  if (text === undefined) return resource;
  const params = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  return `${resource}?${new URLSearchParams(params)}`;
}
