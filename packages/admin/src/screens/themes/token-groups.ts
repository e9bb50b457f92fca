import { divergeTokens, rampTokens, seriesTokens, type Token } from '@inlay/charts/theme/tokens';
import type { TenantMessages } from '@inlay/messages/tenant';

type Messages = TenantMessages['themes'];

interface TokenGroup {
  readonly title: string;
  readonly hint: string;
  readonly tokens: readonly (readonly [token: Token, name: string])[];
  /** Open from the start, because these are changed most often. */
  readonly isCommon?: boolean;
}

/** The colors of a theme with their names. */
export function tokenGroups({ groups, tokens: t }: Messages): readonly TokenGroup[] {
  const numbered = (tokens: readonly Token[], name: Messages['tokens']['step']) =>
    tokens.map((token, at) => [token, name({ number: at + 1 })] as const);
  return [
    {
      ...groups.base,
      isCommon: true,
      tokens: [
        ['surface', t.surface],
        ['text', t.text],
        ['text-muted', t.textMuted],
        ['accent', t.accent],
      ],
    },
    { ...groups.series, isCommon: true, tokens: numbered(seriesTokens, t.series) },
    {
      ...groups.lines,
      tokens: [
        ['grid', t.grid],
        ['axis', t.axis],
        ['track', t.track],
        ['neutral', t.neutral],
      ],
    },
    {
      ...groups.status,
      tokens: [
        ['good', t.good],
        ['good-soft', t.goodSoft],
        ['warning', t.warning],
        ['warning-soft', t.warningSoft],
        ['bad', t.bad],
        ['bad-soft', t.badSoft],
      ],
    },
    { ...groups.ramp, tokens: numbered(rampTokens, t.step) },
    { ...groups.diverging, tokens: numbered(divergeTokens, t.step) },
  ];
}
