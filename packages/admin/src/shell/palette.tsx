import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { allApps } from '../api/common-queries.ts';
import { useQuery } from '../api/use-query.ts';
import { useMessages } from '../messages.ts';
import { adoptStyles } from '../parts/page/adopt-styles.ts';
import { navigate } from '../router.ts';
import css from './palette.css?inline';
import { type Command, usePaletteCommands } from './palette-commands.ts';
import { paletteOpen } from './palette-open.ts';
import { type ContentGroup, type ContentSearch, useContentSearch } from './use-content-search.ts';

interface Option {
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  readonly run: () => void;
}

interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

adoptStyles(css);

/** Of a search, so that content is in view below them. */
const MAX_COMMANDS = 6;

export function Palette(): VNode {
  const t = useMessages('palette');
  const box = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  useEffect(() => box.current?.showModal(), []);
  const close = () => {
    paletteOpen.value = false;
  };
  const search = useContentSearch(text);
  const all = matching(text, usePaletteCommands());
  const commands = text === '' ? all : all.slice(0, MAX_COMMANDS);
  const contents = useContentGroups(search);
  // People who type a name look for the content that has it. Commands follow.
  const groups = [...contents, { title: t.commands, options: commands.map(commandOption) }].filter(
    ({ options }) => options.length > 0,
  );
  const options = groups.flatMap((group) => group.options);
  const active = Math.min(at, options.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const choose = (option: Option | undefined) => {
    if (!option) return;
    close();
    option.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) setAt((active + step + options.length) % options.length);
    else if (event.key === 'Enter') choose(options[active]);
    else return;
    event.preventDefault();
  };
  const status = search.isSearching ? t.searching : text === '' ? '' : t.found({ count: options.length });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as the browser does with every dialog
    <dialog
      ref={box}
      class="palette"
      aria-label={t.title}
      onCancel={close}
      onClick={(event) => event.target === box.current && close()}
    >
      <input
        class="palette-input"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={options[active] && `${id}-${active}`}
        aria-label={t.placeholder}
        placeholder={t.placeholder}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div id={id} class="palette-list" role="listbox" aria-label={t.results}>
        {groups.map(({ title, options: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options, not field sets
          <div key={title} role="group" aria-label={title}>
            <div class="palette-group" aria-hidden="true">
              {title}
            </div>
            {own.map((option) => {
              const index = options.indexOf(option);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys
                <div
                  key={option.key}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  class="palette-item"
                  aria-selected={index === active}
                  onMouseMove={() => setAt(index)}
                  onClick={() => choose(option)}
                >
                  <span>{option.title}</span>
                  <span class="ui-muted">{option.hint}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {options.length === 0 && !search.isSearching && <p class="palette-none ui-muted">{t.none({ text })}</p>}
      {search.problem !== undefined && (
        <p class="palette-none ui-muted">{t.failed({ reason: search.problem })}</p>
      )}
      <span class="ui-visually-hidden" role="status">
        {status}
      </span>
    </dialog>
  );
}

const commandOption = ({ title, hint, run }: Command): Option => ({ key: title, title, hint, run });

/** The found content by kind, each with the app that it belongs to. */
function useContentGroups({ found }: ContentSearch): readonly OptionGroup[] {
  const t = useMessages('palette');
  const apps = useQuery(found.length > 0 ? allApps : undefined).data?.data ?? [];
  const appTitle = (appId: string) => apps.find(({ id }) => id === appId)?.title ?? appId;
  const groups = Map.groupBy(found, ({ group }): ContentGroup => group);
  return [...groups].map(([group, items]) => ({
    title: t.kinds[group],
    options: items.map(({ id, title, appId, to }) => ({
      key: `${group}/${id}`,
      title,
      hint: appId === undefined ? id : t.inApp({ app: appTitle(appId) }),
      run: () => navigate(to),
    })),
  }));
}

function matching(text: string, among: readonly Command[]): readonly Command[] {
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = among.map((command) => ({
    command,
    rank: Math.max(0, ...parts.map((part) => rankOf(part, command))),
  }));
  return ranked
    .filter(({ rank }) => rank < NOT_FOUND)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}

const NOT_FOUND = 4;

/** The distance to a command: its title begins with the text, a word of it does, it contains it, or its keywords do. */
function rankOf(part: string, { title, hint, keywords }: Command): number {
  const name = title.toLowerCase();
  if (name.startsWith(part)) return 0;
  if (name.includes(` ${part}`)) return 1;
  if (name.includes(part)) return 2;
  return `${hint} ${keywords}`.toLowerCase().includes(part) ? 3 : NOT_FOUND;
}
