import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { chipField, chipsFacet, removeOrSelectChip, selectedChip } from './chip-field.ts';
import { openOffer } from './open-offer.ts';
import type { Chip } from './text-chips.ts';
import { editorLook, hiddenText } from './text-look.ts';
import { toggleMark } from './toggle-mark.ts';

/** An entry of the list that `{{` and `/` open. */
export interface TextOffer {
  readonly label: string;
  /** The tile of a value. */
  readonly about: string;
  readonly sample: string | undefined;
  /** Replaces this part of the text. */
  readonly take: (from: number, to: number) => void;
}

export interface TextEditor {
  configure(setting: TextSetting): void;
  /** A change that comes from elsewhere, such as undo. */
  setText(text: string, caret?: number): void;
  /** Puts a mark around what is selected, or takes it away. */
  toggleMark(mark: string): void;
  /** Opens the list of values at the caret. */
  openOffers(): void;
  /** Where the selection begins and ends. */
  selection(): { readonly from: number; readonly to: number };
  /** The element of the chip that begins here. */
  chipAt(from: number): HTMLElement | undefined;
  focus(): void;
  close(): void;
}

export interface TextSetting {
  readonly chipsOf: (text: string) => readonly Chip[];
  /** Read out with the text. */
  readonly description: string;
  readonly isInvalid: boolean;
  readonly dark: boolean;
}

interface TextEvents {
  readonly onChange: (text: string) => void;
  readonly onChip: (chip: Chip) => void;
  readonly onRemoveChip: (chip: Chip) => void;
  readonly offers: (search: string) => readonly TextOffer[];
}

interface TextOptions extends TextEvents {
  readonly label: string;
  readonly value: string;
  readonly rows: number;
  readonly offersLabel: string;
  /** Says how to use the chip that is selected. */
  readonly chipHint: string;
}

const fromOutside = Annotation.define<true>();

/**
 * A text in which values are chips. The editor stands in a shadow root: there its styles are adopted sheets, which the
 * page's policy against inline styles allows. Undo belongs to the page.
 */
export function openTextEditor(host: HTMLElement, options: TextOptions): TextEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const parent = document.createElement('div');
  const described = hiddenText('description');
  const announced = hiddenText('announced');
  announced.setAttribute('role', 'status');
  root.replaceChildren(parent, described, announced);
  const setting = new Compartment();
  let openedAt: number | undefined;

  const complete = (context: CompletionContext): CompletionResult | null => {
    const before = context.state.doc.sliceString(0, context.pos);
    const typed = openOffer(before, context.explicit ? openedAt : undefined);
    if (!typed) return null;
    const found = options.offers(typed.search);
    return found.length === 0
      ? null
      : {
          from: typed.from,
          filter: false,
          // At once, so that Enter right after a letter takes what the list shows.
          update: (_result, _from, _to, next) => complete(next),
          options: found.map((offer, index) => optionOf(offer, -index)),
        };
  };
  const chosen = (view: EditorView) => {
    const chip = selectedChip(view.state);
    if (chip) options.onChip(chip);
    return chip !== undefined || options.rows === 1;
  };
  // Titles are no Markdown.
  const toggle = (mark: string) => (at: EditorView) => options.rows === 1 || toggleMark(at, mark);
  const view = new EditorView({
    parent,
    root,
    state: EditorState.create({
      doc: options.value,
      extensions: [
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          'aria-describedby': described.id,
          spellcheck: 'true',
        }),
        EditorState.phrases.of({ Completions: options.offersLabel }),
        options.rows === 1
          ? EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change))
          : [],
        autocompletion({
          override: [complete],
          icons: false,
          interactionDelay: 0,
          activateOnTypingDelay: 0,
          addToOptions: [{ position: 90, render: (completion) => renderSample(completion) }],
        }),
        Prec.highest(
          keymap.of([
            { key: 'Backspace', run: removeOrSelectChip(-1, options.onRemoveChip) },
            { key: 'Delete', run: removeOrSelectChip(1, options.onRemoveChip) },
            { key: 'Mod-b', run: toggle('**') },
            { key: 'Mod-i', run: toggle('*') },
          ]),
        ),
        keymap.of([
          ...completionKeymap,
          { key: 'Tab', run: acceptCompletion },
          { key: 'Enter', run: chosen },
          ...defaultKeymap.filter(({ key }) => key !== 'Mod-i'),
        ]),
        chipField(options.onChip),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((each) => each.annotation(fromOutside)))
            options.onChange(update.state.doc.toString());
          if (!update.selectionSet && !update.docChanged) return;
          const chip = selectedChip(update.state);
          announced.textContent = chip ? `${chip.label ?? ''} ${chip.sample ?? ''}. ${options.chipHint}` : '';
        }),
        setting.of([]),
      ],
    }),
  });
  return {
    configure: ({ chipsOf, description, isInvalid, dark }) => {
      described.textContent = description;
      view.dispatch({
        effects: setting.reconfigure([
          editorLook(dark, options.rows),
          chipsFacet.of(chipsOf),
          EditorView.contentAttributes.of({ 'aria-invalid': String(isInvalid) }),
        ]),
      });
    },
    setText: (text, caret) => {
      const before = view.state.doc.toString();
      if (text !== before)
        view.dispatch({ changes: difference(before, text), annotations: fromOutside.of(true) });
      if (caret !== undefined) view.dispatch({ selection: { anchor: Math.min(caret, text.length) } });
    },
    toggleMark: (mark) => {
      toggleMark(view, mark);
      view.focus();
    },
    openOffers: () => {
      view.focus();
      openedAt = view.state.selection.main.to;
      view.dispatch({ selection: { anchor: openedAt } });
      startCompletion(view);
    },
    selection: () => ({ from: view.state.selection.main.from, to: view.state.selection.main.to }),
    chipAt: (from) =>
      [...view.contentDOM.querySelectorAll<HTMLElement>('.chip')].find(
        (element) => view.posAtDOM(element) === from,
      ),
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}

interface OfferCompletion extends Completion {
  readonly sample: string | undefined;
}

const optionOf = ({ label, about, sample, take }: TextOffer, boost: number): OfferCompletion => ({
  label,
  detail: about,
  boost,
  sample,
  apply: (_view, _completion, from, to) => take(from, to),
});

function renderSample(completion: Completion): Node | null {
  const { sample } = completion as OfferCompletion;
  if (sample === undefined) return null;
  const element = document.createElement('strong');
  element.textContent = sample;
  return element;
}

/** The change between two texts, so that the caret keeps its place. */
function difference(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
