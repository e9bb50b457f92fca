import type { ContentFacts, StaleDetails } from '@inlay/content/content';
import type { Conflict } from '@inlay/ui/form/use-conflict';
import { useForm } from '@inlay/ui/form/use-form';
import { showToast } from '@inlay/ui/overlays/toast';
import { useMemo, useRef, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { contentOf, type ItemKind, type ItemPlural, itemKinds, type Shown } from '../../api/content.ts';
import type { Schemas } from '../../api/operations.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import type { Problem } from '../../parts/text/linked-message.tsx';
import { contentQuery } from './queries.ts';

type ContentOf<T> = Omit<T, keyof ContentFacts>;

type ContentStep = 'submit' | 'publish' | 'return' | 'archive' | 'unarchive';
type ContentChange = Schemas['DashboardChange'] | Schemas['StoryChange'] | Schemas['TileChange'];
/** A step may come with a comment; returning to the author needs one. */
type ContentComment = Schemas['MoveComment'] | Schemas['ReturnComment'];

/** What the screens of tiles, stories and dashboards share. */
export interface ContentEditor<T extends ContentFacts> {
  readonly kind: ItemKind;
  readonly shown: T | undefined;
  /** Why it could not be loaded. */
  readonly error: ApiError | undefined;
  readonly reload: () => void;
  /** As edited. */
  readonly content: ContentOf<T> | undefined;
  readonly edit: (content: ContentOf<T>) => void;
  readonly isDirty: boolean;
  /** Why the changes cannot be saved. */
  readonly blocked: string | undefined;
  /** The initial content of the editor. A merge or a restored version starts a new generation. */
  readonly first: ContentOf<T> | undefined;
  readonly generation: number;
  readonly busy: boolean;
  /** Why saving or a change of status failed. */
  readonly problem: Problem | undefined;
  readonly conflict: Conflict | undefined;
  /** Resolves to whether it is saved. */
  readonly save: () => Promise<boolean>;
  readonly move: (step: ContentStep, body: ContentComment, done: string) => Promise<boolean>;
  readonly restore: (version: number) => Promise<boolean>;
  /** Shows what another request has made of it. */
  readonly refetch: () => Promise<void>;
}

type Headers = { readonly 'if-match': string };
type Send<T> = (headers: Headers) => Promise<T>;

interface EditorOptions<Content> {
  readonly id: string;
  /** Leaves out what an editor holds and the API does not keep. */
  readonly finish?: (content: Content) => Content;
  readonly blockedBy: (content: Content) => string | undefined;
}

/** One piece of content, saved against the revision that was read, so that no change is overwritten silently. */
export function useContentEditor<K extends ItemPlural>(
  plural: K,
  { id, finish = (content) => content, blockedBy }: EditorOptions<ContentOf<Shown[K]>>,
): ContentEditor<Shown[K]> {
  type Content = ContentOf<Shown[K]>;
  const { data: shown, error, reload, replace } = useSnapshot(contentQuery(plural, id));
  const task = useTask();
  const { shared } = useMessages('content');
  const { saved: savedText, theirsLoaded } = useMessages('admin').parts;
  const content = contentApi(plural, id);
  // Publishing saves first, and is measured against the revision that saving returned.
  const latest = useRef(0);
  latest.current = Math.max(latest.current, shown?.revision ?? 0);
  const form = useForm<Content, Shown[K]>({
    initial: shown ? finish(contentOf(shown)) : ({} as Content),
    version: shown?.revision,
    save: (_, changes, version) => content.patch(changes as ContentChange, { 'if-match': `"${version}"` }),
    onSaved: (saved, isSent) => {
      latest.current = saved.revision ?? 0;
      replace(saved);
      showToast(isSent ? savedText : theirsLoaded);
    },
    conflicts: {
      load: content.read,
      read: (saved) => ({ values: finish(contentOf(saved)), version: saved.revision }),
    },
  });
  const first = useMemo(() => form.values, [form.generation]);
  const [overtaken, setOvertaken] = useState<Conflict>();

  const move = async (send: Send<Shown[K]>, revision: number, done: string) => {
    let isDone = false;
    await task.run(async () => {
      try {
        const answer = await send({ 'if-match': `"${revision}"` });
        latest.current = answer.revision ?? 0;
        replace(answer);
        isDone = true;
        showToast(done);
      } catch (refusal) {
        if (!(refusal instanceof ApiError) || refusal.status !== 412) throw refusal;
        const details = refusal.details as StaleDetails;
        setOvertaken({
          who: details.updatedBy,
          at: details.updatedAt,
          ...(details.changes && { changes: details.changes }),
          cancel: () => setOvertaken(undefined),
          takeTheirs: () => {
            setOvertaken(undefined);
            void task.run(async () => {
              const theirs = await content.read();
              form.reset();
              replace(theirs);
            });
          },
          overwrite: () => {
            setOvertaken(undefined);
            void move(send, details.revision, done);
          },
        });
      }
    });
    return isDone;
  };
  return {
    kind: itemKinds.find(({ key }) => key === plural) as ItemKind,
    shown,
    error,
    reload,
    content: shown && form.values,
    edit: (next) => form.replace(finish(next)),
    isDirty: form.isDirty,
    blocked: shown && form.isDirty ? blockedBy(form.values) : undefined,
    first: shown && first,
    generation: form.generation,
    busy: form.busy || task.busy,
    problem: form.error === undefined ? task.error : { message: form.error },
    conflict: form.conflict ?? overtaken,
    save: form.submit,
    move: async (step, body, done) =>
      shown !== undefined && move((headers) => content.move(step, body, headers), latest.current, done),
    refetch: () =>
      task.run(async () => {
        const read = await content.read();
        latest.current = read.revision ?? 0;
        replace(read);
      }),
    restore: async (version) => {
      const send: Send<Shown[K]> = async (headers) => {
        const restored = await content.restore(version, headers);
        form.reset();
        return restored;
      };
      return shown !== undefined && move(send, latest.current, shared.restored({ version }));
    },
  };
}

interface ContentApi<T> {
  readonly read: () => Promise<T>;
  readonly patch: (body: ContentChange, headers: Headers) => Promise<T>;
  readonly move: (step: ContentStep, body: ContentComment, headers: Headers) => Promise<T>;
  readonly restore: (version: number, headers: Headers) => Promise<T>;
}

/** What tiles, stories and dashboards have in common. */
function contentApi<K extends ItemPlural>(kind: K, id: string): ContentApi<Shown[K]> {
  const plural: ItemPlural = kind;
  const path = { id };
  return {
    read: () => api.get(`/${plural}/{id}`, { path }) as Promise<Shown[K]>,
    patch: (body, headers) => api.patch(`/${plural}/{id}`, { path, body, headers }) as Promise<Shown[K]>,
    move: (step, body, headers) =>
      api.post(`/${plural}/{id}/${step}`, { path, body, headers }) as Promise<Shown[K]>,
    restore: (version, headers) =>
      api.post(`/${plural}/{id}/versions/{version}/restore`, { path: { id, version }, headers }) as Promise<
        Shown[K]
      >,
  };
}
