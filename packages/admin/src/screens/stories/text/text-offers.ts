import type { ContentMessages } from '@inlay/messages/content';
import { PLURAL_CATEGORIES, type PluralCategory } from '@inlay/protocol/narrative-marker';
import { nameFor } from '../story-work.ts';
import { searchOffers, type ValueOffer } from '../value-offers.ts';
import { sampleOf, type TextContext } from './text-context.ts';
import type { TextOffer } from './text-editor.ts';
import {
  blockAround,
  categoryText,
  conditionBlock,
  elseText,
  pluralBlock,
  valueText,
} from './write-marker.ts';

/** What an offer writes in the place of what was typed. */
interface Written {
  readonly text: string;
  /** Where the caret stands in it afterwards. */
  readonly caret: number;
  readonly offer?: ValueOffer;
  /** Its form opens, because it begins with a first guess. */
  readonly opens?: boolean;
}

interface Offering {
  readonly context: TextContext;
  readonly text: string;
  /** The selection, which a block is put around. */
  readonly selected: string;
  readonly place: number;
  readonly t: Pick<ContentMessages['stories'], 'values' | 'blocks'>;
}

type Take = (from: number, to: number, written: Written) => void;

/** The entries of the list that `{{` and `/` open: values, and parts that depend on one. */
export function textOffers(search: string, offering: Offering, take: Take): readonly TextOffer[] {
  const { context, t } = offering;
  const values = searchOffers(context.offers, search).map(
    (offer): TextOffer => ({
      label: offer.label,
      about: offer.tileTitle,
      sample: sampleOf(context, offer.source, offer.format),
      take: (from, to) => {
        const text = valueText(nameFor(offer.source, context.values), offer.format);
        take(from, to, { text, caret: text.length, offer });
      },
    }),
  );
  const blocks = blockOffers(offering)
    .filter(({ label }) => label.toLowerCase().includes(search))
    .map(
      ({ label, written }): TextOffer => ({
        label,
        about: t.blocks.about,
        sample: undefined,
        take: (from, to) => take(from, to, written()),
      }),
    );
  return [...values, ...blocks];
}

interface BlockOffer {
  readonly label: string;
  readonly written: () => Written;
}

function blockOffers({ context, text, selected, place, t: { blocks: t } }: Offering): readonly BlockOffer[] {
  const around = blockAround(text, place);
  const guess = guessedOffer(context);
  const operand = guess && nameFor(guess.source, context.values);
  const plain = (label: string, written: string): BlockOffer => ({
    label,
    written: () => ({ text: written, caret: written.length }),
  });
  const inside =
    around?.begins === 'if' && !around.hasElse
      ? [plain(t.offers.else, elseText())]
      : around?.begins === 'plural'
        ? PLURAL_CATEGORIES.filter((category) => !around.categories.includes(category)).map((category) =>
            plain(t.offers.category({ category: t.categories[category] }), categoryText(category)),
          )
        : [];
  if (operand === undefined) return inside;
  const offer = guess ? { offer: guess } : {};
  const condition = { operand, compare: { by: '>', to: { number: 0 } } } as const;
  return [
    ...inside,
    ...(around?.begins === 'if' && !around.hasElse
      ? [
          {
            label: t.offers.elseIf,
            written: (): Written => {
              const written = elseText(condition);
              return { text: written, caret: written.length, opens: true, ...offer };
            },
          },
        ]
      : []),
    {
      label: t.offers.if,
      written: () => {
        const { block, inside: caret } = conditionBlock(condition, selected);
        return { text: block, caret, opens: true, ...offer };
      },
    },
    {
      label: t.offers.plural,
      written: () => {
        const { block, inside: caret } = pluralBlock(
          operand,
          categoriesOf(context.locale.language),
          selected,
        );
        return { text: block, caret, opens: true, ...offer };
      },
    },
  ];
}

/** A condition is most often about a change, and else about the first number. */
function guessedOffer({ offers }: TextContext): ValueOffer | undefined {
  const numbers = offers.filter(({ format }) => format !== 'text' && format !== 'date');
  return numbers.find(({ format }) => format === 'change' || format === 'percent') ?? numbers[0];
}

const categoriesOf = (language: string): readonly PluralCategory[] => {
  const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return PLURAL_CATEGORIES.filter((category) => known.includes(category));
};
