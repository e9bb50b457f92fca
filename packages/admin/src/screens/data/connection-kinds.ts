import type { ConnectionKind } from '@inlay/protocol/connection';

interface KindFacts {
  readonly title: string;
  readonly about: string;
  readonly port?: number;
  readonly database?: string;
}

/** What a person needs to know of each kind before filling in its form. */
export const connectionKinds: Readonly<Record<ConnectionKind, KindFacts>> = {
  duckdb: { title: 'Uploaded files', about: 'CSV, Parquet and JSON files that you upload here.' },
  postgres: {
    title: 'PostgreSQL',
    about: 'And servers that speak its protocol.',
    port: 5432,
    database: 'analytics',
  },
  mysql: {
    title: 'MySQL or MariaDB',
    about: 'MySQL 8 and MariaDB 10.6 or newer.',
    port: 3306,
    database: 'shop',
  },
  clickhouse: { title: 'ClickHouse', about: 'Over its HTTP interface.', port: 8443, database: 'default' },
  trino: { title: 'Trino', about: 'For lakes and warehouses behind it.', port: 8443, database: 'hive/sales' },
};

export const kindNames = Object.keys(connectionKinds) as readonly ConnectionKind[];
