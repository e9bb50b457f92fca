interface PlotInput {
  readonly kind: string;
  readonly columns: readonly {
    readonly name: string;
    readonly label: string;
    readonly role: string;
    readonly isTime: boolean;
    readonly values: readonly (string | number | boolean | null)[];
  }[];
  readonly x?: string;
  readonly isLog: boolean;
}

/**
 * Runs in the page of a contact sheet: draws each result with Observable Plot's defaults. Kinds that Plot does not have
 * are drawn as the mark that its documentation proposes instead, which is a bar for parts of a whole.
 */
export function plotDrawing(inputs: readonly PlotInput[]): void {
  // biome-ignore lint/suspicious/noExplicitAny: the script tag of the page defines it, without types
  const { Plot } = globalThis as any;
  for (const [index, input] of inputs.entries()) {
    const cell = document.querySelector(`.plot[data-index="${index}"]`);
    const dimensions = input.columns.filter(({ role }) => role === 'dimension');
    const measures = input.columns.filter(({ role }) => role === 'measure');
    const first = dimensions.find(({ name }) => name === input.x) ?? dimensions[0];
    const second = dimensions.find((each) => each !== first);
    const [value, other] = measures;
    if (!first || !value) continue;
    const rows = value.values.map((amount, row) => ({
      first: first.isTime ? new Date(String(first.values[row])) : (first.values[row] ?? 'Other'),
      second: second?.isTime ? new Date(String(second.values[row])) : second?.values[row],
      value: amount,
      other: other?.values[row],
    }));
    const scale = { label: value.label, ...(input.isLog && { type: 'log' }), grid: true };
    const fill = second && { fill: 'second' };
    const stroke = second && { stroke: 'second' };
    const sort = { y: 'x', reverse: true };
    const across = [
      Plot.barX(rows, { x: 'value', y: 'first', ...fill, ...(!first.isTime && { sort }) }),
      Plot.ruleX([0]),
    ];
    const along = [Plot.rectY(rows, { x: 'first', y: 'value', interval: 'month', ...fill }), Plot.ruleY([0])];
    const ordinary = first.isTime ? along : across;
    const marks: Record<string, readonly unknown[]> = {
      line: [Plot.lineY(rows, { x: 'first', y: 'value', ...stroke })],
      area: [Plot.areaY(rows, { x: 'first', y: 'value', ...fill })],
      scatter: [Plot.dot(rows, { x: 'value', y: 'other', ...stroke })],
      histogram: [Plot.rectY(rows, Plot.binX({ y: 'count' }, { x: 'value' })), Plot.ruleY([0])],
      heatmap: [Plot.cell(rows, { x: 'first', y: 'second', fill: 'value' })],
      'box-plot': [Plot.boxX(rows, { x: 'value', y: 'first' })],
      'bar-line': [...along, Plot.lineY(rows, { x: 'first', y: 'other' })],
    };
    const isAcross = !(input.kind in marks) && !first.isTime;
    try {
      cell?.append(
        Plot.plot({
          width: 640,
          ...(isAcross ? { x: scale, marginLeft: 160 } : { y: { ...scale, label: undefined } }),
          ...((input.kind === 'heatmap' || input.kind === 'box-plot') && { y: {}, marginLeft: 160 }),
          ...(second && { color: { legend: true } }),
          marks: marks[input.kind] ?? ordinary,
        }),
      );
    } catch (error) {
      cell?.append(String(error));
    }
  }
}
