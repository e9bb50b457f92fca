import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MariaSQL, PostgreSQL, type SQLDialect, StandardSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import type { Engine, Table } from '@inlay/protocol/connection';
import { tags } from '@lezer/highlight';
import { completeColumns } from './complete-columns.ts';

export interface SqlEditor {
  configure(setting: {
    readonly sql: Engine['sql'] | undefined;
    readonly tables: readonly Table[];
    readonly dark: boolean;
  }): void;
  close(): void;
}

interface Options {
  readonly label: string;
  readonly value: string;
  readonly onChange: (sql: string) => void;
}

const dialects: Readonly<Record<Engine['sql']['highlighting'], SQLDialect>> = {
  postgresql: PostgreSQL,
  mariadb: MariaSQL,
  standard: StandardSQL,
};

const highlight = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--inlay-accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--inlay-good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--inlay-warning)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--inlay-text-muted)', fontStyle: 'italic' },
]);

/**
 * The editor stands in a shadow root: there its styles are adopted sheets, which the page's policy against inline
 * styles allows.
 */
export function openSqlEditor(host: HTMLElement, { label, value, onChange }: Options): SqlEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren();
  const parent = document.createElement('div');
  root.append(parent);
  const language = new Compartment();
  const look = new Compartment();
  const view = new EditorView({
    parent,
    root,
    state: EditorState.create({
      doc: value,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ icons: false }),
        syntaxHighlighting(highlight),
        placeholder('SELECT …'),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        language.of(languageOf(undefined, [])),
        look.of(lookOf(false)),
      ],
    }),
  });
  return {
    configure: ({ sql: engineSql, tables, dark }) =>
      view.dispatch({
        effects: [language.reconfigure(languageOf(engineSql, tables)), look.reconfigure(lookOf(dark))],
      }),
    close: () => view.destroy(),
  };
}

function languageOf(engineSql: Engine['sql'] | undefined, tables: readonly Table[]) {
  const dialect = dialects[engineSql?.highlighting ?? 'standard'];
  const schemas = new Set(tables.map(({ schema }) => schema));
  const named = (columns: Table['columns']) =>
    columns.map(({ name, type }) => ({ label: name, detail: type, type: 'property' }));
  const schema = Object.fromEntries(
    tables.flatMap((table) => {
      const columns = named(table.columns);
      const full = [`${table.schema}.${table.name}`, columns] as const;
      return schemas.size > 1 ? [full] : [[table.name, columns] as const, full];
    }),
  );
  return [
    sql({ dialect, schema, upperCaseKeywords: true }),
    dialect.language.data.of({ autocomplete: completeParameter }),
    dialect.language.data.of({ autocomplete: completeColumns(tables, engineSql?.quote ?? '"') }),
  ];
}

const parameters = [
  { label: 'attributes.', detail: 'attributes that your server signed' },
  { label: 'username', detail: 'username of the viewer' },
  { label: 'workspaceId', detail: 'workspace of the viewer' },
  { label: 'groups', detail: 'a list, for use with IN' },
  { label: 'roles', detail: 'a list, for use with IN' },
];

/** Between `{{` and `}}`. */
function completeParameter(context: CompletionContext): CompletionResult | null {
  const before = context.matchBefore(/\{\{\s*[\w.]*/);
  if (!before) return null;
  const typed = /[\w.]*$/.exec(before.text)?.[0] ?? '';
  return {
    from: context.pos - typed.length,
    options: parameters.map((option) => ({ ...option, type: 'variable' })),
  };
}

const lookOf = (dark: boolean) =>
  EditorView.theme(
    {
      '&': {
        border: '1px solid var(--inlay-control-line)',
        borderRadius: '7px',
        background: 'var(--inlay-surface)',
        color: 'var(--inlay-text)',
        fontSize: '13px',
      },
      '&.cm-focused': { outline: '2px solid var(--inlay-accent)', outlineOffset: '-1px' },
      '.cm-scroller': {
        fontFamily: 'var(--inlay-mono)',
        minHeight: '180px',
        maxHeight: '420px',
        overflow: 'auto',
      },
      '.cm-gutters': { background: 'var(--inlay-canvas)', color: 'var(--inlay-text-muted)', border: 'none' },
      '.cm-placeholder': { color: 'var(--inlay-text-muted)' },
      '.cm-cursor': { borderLeftColor: 'var(--inlay-text)' },
      '.cm-tooltip': {
        background: 'var(--inlay-surface)',
        color: 'var(--inlay-text)',
        border: '1px solid var(--inlay-grid)',
        borderRadius: '8px',
        overflow: 'hidden',
      },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
      '.cm-tooltip-autocomplete ul li[aria-selected]': {
        background: 'var(--inlay-track)',
        color: 'var(--inlay-text)',
      },
      '.cm-completionDetail': { color: 'var(--inlay-text-muted)', fontStyle: 'normal' },
    },
    { dark },
  );
