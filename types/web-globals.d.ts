/** What isomorphic code uses of the globals that browsers and Node share: it is compiled without the types of either. */
declare class URL {
  constructor(url: string);
  static canParse(url: string): boolean;
  readonly origin: string;
}

declare class URLSearchParams {
  constructor(init: string | Readonly<Record<string, string>> | readonly (readonly [string, string])[]);
  get(name: string): string | null;
  toString(): string;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

interface Blob {
  readonly size: number;
  readonly type: string;
}
