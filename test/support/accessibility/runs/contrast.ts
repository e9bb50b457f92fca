import { type AccessibilityRun, type Checked, looks, type Shown } from '../accessibility-run.ts';
import { loadColorProbe, type ProbedGlobal } from '../color-probe.ts';

export const contrast: AccessibilityRun = {
  id: 'contrast',
  title: 'Contrast of controls and charts',
  description:
    'Edges of fields, icons of buttons without text and the colors of the series of charts have a contrast of 3 to 1 with what is behind them.',
  looks: [looks.light, looks.dark],
  check: async ({ place }: Shown): Promise<readonly Checked[]> => {
    await loadColorProbe(place);
    return [{ criterion: '1.4.11', ...(await place.evaluate(measure)) }];
  },
};

/** Runs in the page. */
function measure(): { readonly checks: number; readonly findings: readonly string[] } {
  const { colors } = globalThis as ProbedGlobal;
  const shown = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) => colors.isShown(element) && !element.matches(':disabled, [type=hidden]'),
    );
  // Those that the browser draws are its own. A field needs no edge, but if it has one, it has to be seen.
  const drawn = '[type=checkbox], [type=radio], [type=range], [type=color], [type=file]';
  const fields = shown('input, select, textarea').filter(
    (field) => getComputedStyle(field).appearance === 'none' || !field.matches(drawn),
  );
  const edgeOf = (field: HTMLElement) =>
    Math.max(
      ...[field, field.parentElement, field.nextElementSibling].map((each) =>
        each ? colors.lineContrast(each) : 1,
      ),
    );
  const isLabeled = (field: HTMLElement) =>
    field.matches('select') || field.matches(':not(:placeholder-shown)') || field.matches('[placeholder]');
  const faintFields = fields.filter(
    (field) => edgeOf(field) < 3 && !(colors.lineContrast(field) < 1.05 && isLabeled(field)),
  );
  const buttons = shown('button, summary, a[href]').filter(
    (button) => button.textContent.trim() === '' && button.querySelector('svg'),
  );
  const faintButtons = buttons.filter((button) => !colors.hasIcon(button));
  const series = colors.series();
  const faintSeries = series.filter(({ color, chart }) => colors.contrast(color, colors.behind(chart)) < 3);
  return {
    checks: fields.length + buttons.length + series.length,
    findings: [
      ...faintFields.map((field) => `edge of ${field.outerHTML.slice(0, 400)}`),
      ...faintButtons.map((button) => `icon of ${button.outerHTML.slice(0, 400)}`),
      ...faintSeries.map(({ name, color, chart }) => `“${name}” is ${color} on ${colors.behind(chart)}`),
    ],
  };
}
