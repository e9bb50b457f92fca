import type { VNode } from 'preact';
import { summarise } from '../../data/summarise.ts';
import { extentOf, needsZero } from '../../layout/value-axis.ts';
import { annotationRoom, annotations } from '../../parts/annotations.ts';
import { cartesian } from '../../parts/cartesian.ts';
import { chartFrame } from '../../parts/chart-frame.ts';
import { columnMarks, layerSpan } from '../../parts/column-marks.ts';
import { barSpots, drawLabels, lineSpots } from '../../parts/data-labels.ts';
import { legend, titledLegend } from '../../parts/legend.ts';
import { partsNotes } from '../../parts/notes.ts';
import { referenceLines } from '../../parts/references.ts';
import { g } from '../../parts/svg.ts';
import { drawTrend, trendItem } from '../../parts/trend.ts';
import { scaleNotes } from '../../parts/value-scale.ts';
import { drawBars } from '../bar/draw.ts';
import { drawLines } from '../line/draw.ts';
import type { BarLineProps } from './options.ts';
import { barAxis, barItems, lineItem, type Parts } from './read-parts.ts';

/** Bars above lines, each with an axis of its own; both share the X axis below them. */
export function barLinePanels(props: BarLineProps, parts: Parts): VNode {
  const { size, tile } = props;
  const { all, data, bars, lines, layers, stacked, scale, trend, references } = parts;
  const withLabels = tile.options?.labels === 'all';
  const notes = [...partsNotes(props, all, data.positions.length), ...scaleNotes(props, scale)];
  const barHeader = titledLegend(props, [...barItems(bars), ...trendItem(props, trend)]);
  const lineLegend = legend(props, lines.series.map(lineItem));
  // The lower panel also holds the labels of the X axis.
  const middle = Math.round((size.height - 24 + barHeader.height - lineLegend.height) / 2);
  const lineHeader = {
    height: middle + lineLegend.height,
    nodes: g({ transform: `translate(0 ${middle})` }, lineLegend.nodes),
  };
  const { xTitle: _, ...untitled } = tile.options ?? {};
  const upperProps = {
    ...props,
    size: { width: size.width, height: middle },
    tile: { ...tile, options: untitled },
  };
  const extent = extentOf(lines.series.map(({ values }) => values)) ?? { min: 0, max: 1 };
  const headRoom = withLabels ? 20 : 6;
  const panelsWith = (labelRoom: number) =>
    [
      cartesian(upperProps, {
        data,
        header: barHeader,
        value: barAxis(parts),
        slots: true,
        sharesX: true,
        labelRoom,
        headRoom: headRoom + annotationRoom(props),
      }),
      cartesian(props, {
        data,
        header: lineHeader,
        value: { extent, zero: needsZero(extent), format: lines.series[0]?.format },
        slots: true,
        labelRoom,
        headRoom,
        notes,
      }),
    ] as const;
  const [upper, lower] = panelsWith(Math.max(...panelsWith(0).map(({ labelRoom }) => labelRoom)));
  const drawn = [...bars.series, ...lines.series];
  return chartFrame(props, {
    summary: summarise(props, data),
    notes: [...notes, ...lower.notes],
    series: drawn.map((series) => [series.name, series.fill.color]),
    ...columnMarks(
      props,
      { ...data, series: drawn },
      { ...upper, bottom: lower.bottom },
      (s, i) => {
        const line = lines.series[s - bars.series.length];
        if (line) return lower.y(line.values[i] ?? 0);
        const layer = layers[s]?.[i];
        return layer ? upper.yInside(layer.to) : null;
      },
      (s, i) => (s < bars.series.length && stacked ? layerSpan(layers[s]?.[i], upper) : undefined),
    ),
    body: [
      barHeader.nodes,
      upper.grid,
      drawBars(props, bars, layers, upper, stacked),
      upper.baseline,
      referenceLines(props, references, bars.series, upper),
      drawTrend(props, bars, trend, upper, true),
      lineHeader.nodes,
      lower.grid,
      lower.baseline,
      annotations(props, { ...upper, bottom: lower.bottom }),
      drawLines(props, lines, lower, lower.y),
      withLabels
        ? [
            drawLabels(props, barSpots(props, bars, layers, upper, stacked), {
              ...upper,
              top: upper.top - 18,
            }),
            drawLabels(props, lineSpots(props, lines, lower), { ...lower, top: lower.top - 14 }),
          ]
        : null,
    ],
  });
}
