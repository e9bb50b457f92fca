import type { ContentPlan, PlannedEmbed, PlannedFile } from '@inlay/content/content-plan';
import { printable } from '../../platform/printable.ts';

const signs = { create: '+', change: '~', publish: '^', delete: '-', keep: '?' } as const;

const isChange = ({ action }: PlannedFile) => action !== 'keep';

/** Whether applying the plan changes anything. */
export const hasChanges = ({ files }: Pick<ContentPlan, 'files'>): boolean => files.some(isChange);

/** The changes of a plan for people. `prune` says whether items that the folder lacks were to be deleted. */
export function planText({ files, embeds }: ContentPlan, { prune }: { readonly prune: boolean }): string {
  const note = prune
    ? 'only on the instance; kept, because other content uses it'
    : 'only on the instance; --prune deletes it';
  const lines = files.map(({ path, action, changes }) => {
    const first = `${signs[action]} ${path}${action === 'keep' ? `  (${note})` : action === 'publish' ? '  (publish)' : ''}`;
    return [first, ...changes.map((change) => `    ${change.path}: ${wording(change)}`)].join('\n');
  });
  return printableLines([
    ...lines,
    ...(embeds.length > 0 ? ['', 'Published embeds that viewers will see differently:'] : []),
    ...embeds.map(embedText),
    ...(lines.length > 0 ? [''] : []),
    summary(files),
  ]);
}

const embedSigns = { new: '+', changed: '~', deleted: '-' } as const;
const MAX_CAUSES = 5;

function embedText({ id, title, change, because }: PlannedEmbed): string {
  const named = because.slice(0, MAX_CAUSES).map((cause) => `${cause.kind} “${cause.title}”`);
  const more = because.length > MAX_CAUSES ? ` and ${because.length - MAX_CAUSES} more` : '';
  const why = named.length > 0 ? `: ${named.join(', ')}${more}` : '';
  return `  ${embedSigns[change]} ${id} “${title}”${why}`;
}

function summary(files: readonly PlannedFile[]): string {
  if (!files.some(isChange)) return 'No changes.';
  const count = (action: PlannedFile['action']) => files.filter((file) => file.action === action).length;
  const counted = [
    `${count('create')} to create`,
    `${count('change')} to change`,
    ...(count('publish') > 0 ? [`${count('publish')} to publish`] : []),
    `${count('delete')} to delete`,
  ];
  return `${counted.join(', ')}.`;
}

function wording({ path, kind, before, after }: PlannedFile['changes'][number]): string {
  if (before === undefined && after === undefined)
    return path === '/password' ? 'changed' : `${kind} (from a variable)`;
  if (kind === 'added') return `added ${short(after)}`;
  if (kind === 'removed') return `removed ${short(before)}`;
  return `${short(before)} → ${short(after)}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Titles may contain anything. */
const printableLines = (lines: readonly string[]) =>
  lines
    .flatMap((line) => line.split('\n'))
    .map((line) => `${printable(line)}\n`)
    .join('');
