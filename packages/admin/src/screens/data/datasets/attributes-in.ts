import type { DatasetDraft } from './dataset-draft.ts';

/** The attributes that rules and SQL of a dataset read: whoever tries it needs a value for each. */
export function attributesIn({ rowRules, groupRules, source }: DatasetDraft): readonly string[] {
  const found = new Set<string>();
  collect(rowRules, found);
  collect(groupRules, found);
  if (source.kind === 'sql')
    for (const [, key] of source.sql.matchAll(/\{\{\s*attributes\.([^\s{}]+)/g)) if (key) found.add(key);
  return [...found];
}

function collect(part: unknown, found: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    if (name === 'context' && typeof value === 'string' && value.startsWith('attributes.'))
      found.add(value.slice('attributes.'.length));
    else collect(value, found);
  }
}
