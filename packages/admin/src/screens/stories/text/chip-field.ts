import { type EditorState, Facet, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { Chip } from './text-chips.ts';

type ChipsOf = (text: string) => readonly Chip[];

const NONE: ChipsOf = () => [];

/** Finds the chips of a text. */
export const chipsFacet = Facet.define<ChipsOf, ChipsOf>({ combine: ([first = NONE]) => first });

interface Chips {
  readonly list: readonly Chip[];
  readonly decorations: DecorationSet;
  readonly atoms: DecorationSet;
}

const chips = StateField.define<Chips>({
  create: (state) => build(state),
  update: (value, change) =>
    change.docChanged ||
    change.selection !== undefined ||
    change.state.facet(chipsFacet) !== change.startState.facet(chipsFacet)
      ? build(change.state, change.docChanged || change.reconfigured ? undefined : value.list)
      : value,
  provide: (field) => [
    EditorView.decorations.from(field, ({ decorations }) => decorations),
    // The caret moves over a chip as over one character.
    EditorView.atomicRanges.of((view) => view.state.field(field).atoms),
  ],
});

function build(state: EditorState, known?: readonly Chip[]): Chips {
  const list = known ?? state.facet(chipsFacet)(state.doc.toString());
  const chosen = selectedAmong(list, state);
  const ranges = list.map((chip) => ({
    chip,
    range:
      chip.label === undefined
        ? Decoration.mark({ class: 'wrong' }).range(chip.from, chip.to)
        : Decoration.replace({ widget: new ChipWidget(chip, chip === chosen) }).range(chip.from, chip.to),
  }));
  return {
    list,
    decorations: Decoration.set(ranges.map(({ range }) => range)),
    atoms: Decoration.set(ranges.flatMap(({ chip, range }) => (chip.label === undefined ? [] : [range]))),
  };
}

const selectedAmong = (list: readonly Chip[], { selection: { main } }: EditorState): Chip | undefined =>
  list.find(({ label, from, to }) => label !== undefined && main.from === from && main.to === to);

/** The chip that alone is selected. */
export const selectedChip = (state: EditorState): Chip | undefined =>
  selectedAmong(state.field(chips).list, state);

/** The chips of a text, drawn over the placeholders they stand for. */
export const chipField = (onChip: (chip: Chip) => void) => [
  chips,
  EditorView.domEventHandlers({
    mousedown: (event, view) => {
      const chip = chipOf(event, view);
      if (!chip) return false;
      event.preventDefault();
      view.focus();
      view.dispatch({ selection: { anchor: chip.from, head: chip.to } });
      return true;
    },
    click: (event, view) => {
      const chip = chipOf(event, view);
      if (chip) onChip(chip);
      return chip !== undefined;
    },
  }),
];

function chipOf(event: MouseEvent, view: EditorView): Chip | undefined {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.chip') : null;
  if (!element) return undefined;
  const from = view.posAtDOM(element);
  return view.state.field(chips).list.find((chip) => chip.from === from);
}

/** The first press selects the chip beside the caret, the next one removes it. */
export const removeOrSelectChip =
  (direction: -1 | 1, onRemove: (chip: Chip) => void) => (view: EditorView) => {
    const { main } = view.state.selection;
    const chosen = selectedChip(view.state);
    if (chosen) onRemove(chosen);
    if (chosen) return true;
    const beside = view.state
      .field(chips)
      .list.find(
        ({ label, from, to }) => label !== undefined && (direction === -1 ? to : from) === main.head,
      );
    if (!main.empty || !beside) return false;
    view.dispatch({ selection: { anchor: beside.from, head: beside.to } });
    return true;
  };

class ChipWidget extends WidgetType {
  readonly #chip: Chip;
  readonly #isChosen: boolean;

  constructor(chip: Chip, isChosen: boolean) {
    super();
    this.#chip = chip;
    this.#isChosen = isChosen;
  }

  override eq(other: ChipWidget): boolean {
    return (
      this.#isChosen === other.#isChosen &&
      this.#chip.label === other.#chip.label &&
      this.#chip.sample === other.#chip.sample &&
      this.#chip.tone === other.#chip.tone
    );
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.dir = 'auto';
    this.updateDOM(element);
    return element;
  }

  /** The element stays while it is pressed, because a click needs one element for both of its halves. */
  override updateDOM(element: HTMLElement): boolean {
    const { label = '', sample, tone } = this.#chip;
    element.className = `chip chip-${tone}${this.#isChosen ? ' chip-chosen' : ''}`;
    element.replaceChildren(label);
    if (sample === undefined) return true;
    const strong = document.createElement('strong');
    strong.textContent = sample;
    element.append(' ', strong);
    return true;
  }

  /** The editor hears the mouse on a chip. */
  override ignoreEvent(): boolean {
    return false;
  }
}
