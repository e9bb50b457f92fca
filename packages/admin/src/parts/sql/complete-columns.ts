import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Table } from '@inlay/protocol/connection';

/** Offers the columns of the tables that the statement names; of all tables as long as it names none. */
export function completeColumns(tables: readonly Table[], quote: string) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w.{]+/);
    // After a dot or in {{ }} others know better.
    if (!word || !/^\w+$/.test(word.text)) return null;
    const statement = context.state.doc.toString();
    return { from: word.from, options: columnOptions(statement, tables, quote), validFor: /^\w*$/ };
  };
}

export function columnOptions(statement: string, tables: readonly Table[], quote: string): Completion[] {
  const words = new Set(statement.toLowerCase().match(/\w+/g));
  const named = tables.filter(({ name }) => words.has(name.toLowerCase()));
  const columns = (named.length > 0 ? named : tables).flatMap((table) => table.columns);
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  return [...types].map(([label, detail]) => ({
    label,
    detail,
    type: 'property',
    ...(/^[a-z_][a-z0-9_]*$/.test(label) ? {} : { apply: `${quote}${label}${quote}` }),
  }));
}
