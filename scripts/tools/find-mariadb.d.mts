export interface Mariadb {
  readonly server: string;
  readonly installer: string;
}

export function findMariadb(prefixes?: readonly string[]): Mariadb | undefined;
