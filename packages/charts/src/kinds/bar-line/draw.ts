import type { VNode } from 'preact';
import type { SeriesData } from '../../data/read-series.ts';
import { summarise } from '../../data/summarise.ts';
import { layoutNames } from '../../layout/name-labels.ts';
import { extentOf, needsZero } from '../../layout/value-axis.ts';
import { aboveValues, annotationRoom, annotations } from '../../parts/annotations.ts';
import { cartesian } from '../../parts/cartesian.ts';
import { chartFrame, fontSize } from '../../parts/chart-frame.ts';
import { columnMarks, layerSpan } from '../../parts/column-marks.ts';
import { barAreas, barSpots, drawLabels, lineSpots } from '../../parts/data-labels.ts';
import { titledLegend } from '../../parts/legend.ts';
import type { LegendItem } from '../../parts/legend-item.ts';
import { partsNotes } from '../../parts/notes.ts';
import { referenceLines } from '../../parts/references.ts';
import { shortName } from '../../parts/short-names.ts';
import { drawTrend, trendItem } from '../../parts/trend.ts';
import { scaleNotes } from '../../parts/value-scale.ts';
import { textColor } from '../../theme/create-theme.ts';
import { drawBars } from '../bar/draw.ts';
import { drawLines } from '../line/draw.ts';
import { barLinePanels } from './draw-panels.ts';
import { barLineRows } from './draw-rows.ts';
import type { BarLineProps } from './options.ts';
import { barAxis, barItems, lineItem, type Parts, readParts } from './read-parts.ts';

/**
 * A line beside bars starts at zero as they do, even if that makes it flatter than it would be on its own: only one whose
 * lowest value is more than this share of its highest would have less than a seventh of the height to move in. It gets
 * an axis without zero, and the chart a note (ADR 334).
 */
const flatBesideBars = 0.86;

/** Bars against the first axis, lines against a second one whose ticks share the gridlines; or in panels of their own. */
export function barLineChart(props: BarLineProps): VNode {
  const parts = readParts(props);
  const { splitMeasures = false } = props.tile.options ?? {};
  // Panels of small multiples are too small to be divided again.
  const isPaneled = splitMeasures && !props.panel && parts.lines.series.length > 0;
  if (parts.data.xKind === 'name' && (isPaneled || !fitBelow(props, parts))) return barLineRows(props, parts);
  return isPaneled ? barLinePanels(props, parts) : dualAxisChart(props, parts);
}

/** Whether names have room below the bars; otherwise they go to the left, as those of bars do. */
function fitBelow(props: BarLineProps, { data }: Parts): boolean {
  const { size } = props;
  const names = data.positions.map((_, index) => shortName(props, data.label(index)));
  const step = (size.width - 90) / names.length;
  return step > 8 && layoutNames(names, step, fontSize, size.height * 0.3) !== undefined;
}

function dualAxisChart(props: BarLineProps, parts: Parts): VNode {
  const { theme, tile } = props;
  const { all, data, bars, lines, layers, stacked, scale, trend, references } = parts;
  const withLabels = tile.options?.labels === 'all';
  const lineExtent = extentOf(lines.series.map((series) => series.values)) ?? { min: 0, max: 1 };
  const leader = lines.series[0];
  const header = titledLegend(props, [...legendItems(props, bars, lines), ...trendItem(props, trend)]);
  const notes = [...partsNotes(props, all, data.positions.length), ...scaleNotes(props, scale)];
  const plot = cartesian(props, {
    data,
    header,
    value: barAxis(parts),
    ...(leader && {
      second: {
        extent: lineExtent,
        zero: needsZero(lineExtent, flatBesideBars),
        format: leader.format,
        color: lines.series.every(({ comparison }, index) => index === 0 || comparison)
          ? textColor(theme, leader.fill)
          : theme.colors['text-muted'],
      },
    }),
    slots: true,
    headRoom: (withLabels ? 20 : 6) + annotationRoom(props),
    notes,
  });
  const drawn = [...bars.series, ...lines.series];
  return chartFrame(props, {
    summary: summarise(props, data),
    notes: [...notes, ...plot.notes],
    series: drawn.map((series) => [series.name, series.fill.color]),
    ...columnMarks(
      props,
      { ...data, series: drawn },
      plot,
      (s, i) => {
        const line = lines.series[s - bars.series.length];
        const value = line?.values[i];
        if (line) return value === null || value === undefined ? null : plot.y2(value);
        const layer = layers[s]?.[i];
        return layer ? plot.yInside(layer.to) : null;
      },
      (s, i) => (s < bars.series.length && stacked ? layerSpan(layers[s]?.[i], plot) : undefined),
    ),
    body: [
      header.nodes,
      plot.grid,
      drawBars(props, bars, layers, plot, stacked),
      plot.baseline,
      referenceLines(props, references, bars.series, plot),
      annotations(props, withLabels ? aboveValues(plot) : plot),
      drawTrend(props, bars, trend, plot, true),
      drawLines(props, lines, plot, plot.y2, true),
      withLabels
        ? drawLabels(
            props,
            [...barSpots(props, bars, layers, plot, stacked), ...lineSpots(props, lines, plot, plot.y2)],
            { ...plot, top: plot.top - 18 },
            barAreas(bars, layers, plot),
          )
        : null,
    ],
  });
}

function legendItems({ locale }: BarLineProps, bars: SeriesData, lines: SeriesData): readonly LegendItem[] {
  return [
    ...barItems(bars),
    ...lines.series.map((series) => ({
      ...lineItem(series),
      name: locale.messages.rightAxis({ name: series.name }),
    })),
  ];
}
