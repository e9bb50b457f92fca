import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { EngineError } from '../../engine-error.ts';
import { withoutPaths } from '../../without-paths.ts';

/** Every other table function reads files, settings, logs or the catalog, writes something, or runs SQL from text. */
const TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'range',
  'generate_series',
  'unnest',
  'repeat',
  'repeat_row',
  'json_each',
  'json_tree',
  'pg_timezone_names',
]);

/** Functions outside FROM that read settings, variables or definitions of views, write the log, plan SQL or sleep. */
const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set([
  'current_setting',
  'getenv',
  'getvariable',
  'get_block_size',
  'json_serialize_plan',
  'parse_duckdb_log_message',
  'pg_get_constraintdef',
  'pg_get_expr',
  'pg_get_viewdef',
  'pg_sleep',
  'read_blob',
  'read_text',
  'sleep_ms',
  'write_log',
]);

/** `query('…')` can be nested: each level is parsed separately. */
const MAX_NESTED_QUERIES = 8;

/** A dataset has few distinct statements, because viewers differ in parameters and not in SQL. */
const MAX_REMEMBERED = 1000;

interface Scope {
  readonly tables: ReadonlySet<string>;
  /** Common table expressions that are visible here. */
  readonly names: ReadonlySet<string>;
  readonly nestedQueries: number;
}

export interface StatementCheck {
  /** Rejects unless the SQL is one SELECT that reads nothing but these tables. */
  check(sql: string, tables: readonly string[]): Promise<void>;
}

/**
 * Checks SQL on DuckDB's own syntax tree: only tables of the tenant, common table expressions and listed table functions
 * may stand in FROM, wherever in the statement that is. A node that this does not know is walked like any other, so
 * nothing hides below it.
 */
export async function openStatementCheck(connection: DuckDBConnection): Promise<StatementCheck> {
  const parser = await connection.prepare(
    'SELECT json_serialize_sql($1::VARCHAR, skip_null := true, skip_empty := true, skip_default := true)',
  );
  let accepted = new Set<string>();
  let known: readonly string[] = [];
  let parsing: Promise<unknown> = Promise.resolve();

  /** A prepared statement has one set of parameters, so checks run sequentially. */
  function parse(sql: string): Promise<unknown> {
    const next = () => serialize(parser, sql);
    const tree = parsing.then(next, next);
    parsing = tree.catch(() => {});
    return tree;
  }

  async function checkQuery(sql: string, scope: Scope): Promise<void> {
    for (const nested of walk(await parse(sql), scope)) {
      if (scope.nestedQueries >= MAX_NESTED_QUERIES) refuse('query() is nested too deeply');
      await checkQuery(nested, { ...scope, names: new Set(), nestedQueries: scope.nestedQueries + 1 });
    }
  }

  return {
    async check(sql, tables) {
      if (known !== tables || accepted.size >= MAX_REMEMBERED) accepted = new Set();
      known = tables;
      if (accepted.has(sql)) return;
      const lower = new Set(tables.map((table) => table.toLowerCase()));
      const remember = accepted;
      await checkQuery(sql, { tables: lower, names: new Set(), nestedQueries: 0 });
      remember.add(sql);
    },
  };
}

async function serialize(parser: DuckDBPreparedStatement, sql: string): Promise<unknown> {
  parser.bindVarchar(1, sql);
  const [[text] = []] = (await parser.runAndReadAll()).getRows();
  const parsed: unknown = JSON.parse(String(text));
  if (!isNode(parsed)) throw new EngineError('BAD_STATEMENT');
  if (parsed.error === true)
    throw new EngineError('BAD_STATEMENT', {
      detail:
        parsed.error_type === 'parser' ? withoutPaths(`Parser Error: ${parsed.error_message}`) : ONLY_SELECT,
    });
  const statements = Array.isArray(parsed.statements) ? parsed.statements : [];
  if (statements.length !== 1)
    throw new EngineError('BAD_STATEMENT', { message: 'Only one statement is allowed.' });
  return statements[0];
}

const ONLY_SELECT =
  'Only one SELECT statement is allowed. In PIVOT, list the values with IN (…) to avoid a second statement';

/** Returns the SQL of every `query('…')`, to be checked as well. */
function walk(tree: unknown, scope: Scope): readonly string[] {
  const nested: string[] = [];
  try {
    visit(tree, scope, nested);
  } catch (error) {
    if (error instanceof RangeError) refuse('it is nested too deeply');
    throw error;
  }
  return nested;
}

function visit(value: unknown, scope: Scope, nested: string[]): void {
  if (Array.isArray(value)) for (const item of value) visit(item, scope, nested);
  if (!isNode(value)) return;
  if (value.type === 'BASE_TABLE') checkTable(value, scope);
  if (value.type === 'SHOW_REF') {
    if (value.query === undefined) refuse('SHOW is not available');
    // DESCRIBE and SUMMARIZE bind their query again, where names from outside might mean something else.
    visitAll(value, { ...scope, names: new Set() }, nested);
    return;
  }
  if (value.type === 'TABLE_FUNCTION' && isNode(value.function)) {
    checkTableFunction(value.function, scope, nested);
    const { function: called, ...rest } = value;
    visit(rest, scope, nested);
    visit(called.children, scope, nested);
    return;
  }
  if (typeof value.function_name === 'string') checkFunction(value.function_name);
  visitParts(value, scope, nested);
}

/**
 * What a node holds, each part with the names that DuckDB resolves there: a common table expression sees those before
 * it, the recursive half of one also itself, and the rest of the node sees all of them.
 */
function visitParts(node: Node, scope: Scope, nested: string[]): void {
  let inner = scope;
  const { cte_map: map, ...parts } = node;
  for (const entry of isNode(map) && Array.isArray(map.map) ? map.map : []) {
    visit(entry.value, inner, nested);
    inner = withName(inner, entry.key);
  }
  if (node.type === 'RECURSIVE_CTE_NODE') {
    const { right, ...others } = parts;
    visitAll(others, inner, nested);
    visit(right, withName(inner, node.cte_name), nested);
  } else visitAll(parts, inner, nested);
}

function visitAll(parts: Node, scope: Scope, nested: string[]): void {
  for (const part of Object.values(parts)) visit(part, scope, nested);
}

/** Names of DuckDB's own views are refused as a second line of defense, in case one is resolved unexpectedly. */
function withName(scope: Scope, name: unknown): Scope {
  const lower = String(name).toLowerCase();
  if (/^(?:duckdb|pg|pragma|sqlite)_/.test(lower))
    refuse(`a common table expression cannot be named ${lower}`);
  return { ...scope, names: new Set([...scope.names, lower]) };
}

function checkTable({ table_name, schema_name, catalog_name }: Node, { tables, names }: Scope): void {
  const table = String(table_name);
  const lower = table.toLowerCase();
  // `recurring.x` is the table so far of a recursive expression with USING KEY.
  if (
    (schema_name === undefined || schema_name === 'recurring') &&
    catalog_name === undefined &&
    names.has(lower)
  )
    return;
  const isOwn =
    (schema_name === undefined || schema_name === 'main') &&
    (catalog_name === undefined || catalog_name === 'memory');
  if (isOwn && tables.has(lower)) return;
  throw new EngineError('BAD_STATEMENT', {
    detail: `Catalog Error: Table with name ${withoutPaths(table)} does not exist! Only uploaded files and common table expressions can be read`,
  });
}

function checkTableFunction(called: Node, scope: Scope, nested: string[]): void {
  const name = String(called.function_name).toLowerCase();
  const args = Array.isArray(called.children) ? called.children : [];
  if (name === 'query') nested.push(...args.map((arg) => literalText(arg, name)));
  else if (name === 'query_table')
    for (const table of args.flatMap(literalTexts)) checkTableName(table, scope);
  else if (!TABLE_FUNCTIONS.has(name)) refuse(`the table function ${name}() is not available`);
}

/** Dots and quotes would make DuckDB look into another schema than the name suggests. */
function checkTableName(table: string, { tables }: Scope): void {
  if (/^[\w -]+$/.test(table) && tables.has(table.toLowerCase())) return;
  refuse(`query_table() reads uploaded files only, and '${withoutPaths(table)}' is not one`);
}

/** A name, a list of names, or the flag that unites by name. */
function literalTexts(arg: unknown): readonly string[] {
  if (isNode(arg) && arg.function_name === 'list_value' && Array.isArray(arg.children))
    return arg.children.map((item) => literalText(item, 'query_table'));
  if (
    isNode(arg) &&
    arg.type === 'OPERATOR_CAST' &&
    isNode(arg.cast_type) &&
    arg.cast_type.id === 'BOOLEAN'
  ) {
    literalText(arg.child, 'query_table');
    return [];
  }
  return [literalText(arg, 'query_table')];
}

function literalText(arg: unknown, name: string): string {
  const value = isNode(arg) && arg.type === 'VALUE_CONSTANT' && isNode(arg.value) ? arg.value : {};
  if (typeof value.value === 'string' && isNode(value.type) && value.type.id === 'VARCHAR')
    return value.value;
  return refuse(`${name}() accepts only string literals`);
}

function checkFunction(name: string): void {
  if (REFUSED_FUNCTIONS.has(name.toLowerCase())) refuse(`the function ${name}() is not available`);
}

function refuse(reason: string): never {
  throw new EngineError('BAD_STATEMENT', {
    message: `The SQL uses a feature that is not available: ${reason}.`,
    detail: reason,
  });
}

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
