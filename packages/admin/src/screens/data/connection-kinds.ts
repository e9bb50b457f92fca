import type { ConnectionKind } from '@inlay/protocol/connection';

interface KindFacts {
  readonly title: string;
  /** What making one is called. */
  readonly command: string;
  /** An example name. */
  readonly example: string;
  readonly about: string;
  readonly port?: number;
  readonly database?: string;
}

/** What a person needs to know of each kind before filling in its form. */
export const connectionKinds: Readonly<Record<ConnectionKind, KindFacts>> = {
  duckdb: {
    title: 'Uploaded files',
    command: 'Read uploaded files',
    example: 'Our files',
    about: 'CSV, Parquet and JSON files that you upload here.',
  },
  postgres: {
    title: 'PostgreSQL',
    command: 'Connect PostgreSQL',
    example: 'Our warehouse',
    about: 'PostgreSQL, and servers that speak its protocol.',
    port: 5432,
    database: 'analytics',
  },
  mysql: {
    title: 'MySQL or MariaDB',
    command: 'Connect MySQL or MariaDB',
    example: 'Our shop',
    about: 'MySQL 8 and MariaDB 10.6 or newer.',
    port: 3306,
    database: 'shop',
  },
  clickhouse: {
    title: 'ClickHouse',
    command: 'Connect ClickHouse',
    example: 'Our events',
    about: 'ClickHouse, over its HTTP interface.',
    port: 8443,
    database: 'default',
  },
  trino: {
    title: 'Trino',
    command: 'Connect Trino',
    example: 'Our lake',
    about: 'Trino, and with it the lakes and warehouses that it reads.',
    port: 8443,
    database: 'hive/sales',
  },
};

export const kindNames = Object.keys(connectionKinds) as readonly ConnectionKind[];
