// What many products put into their iframe: the page loads a chart library, asks for rows, and draws.
import { LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, CanvasRenderer]);

const { columns } = await (await fetch('/data', { method: 'POST' })).json();
const [x, ...series] = columns;
const chart = init(document.querySelector('#chart'));
chart.on('finished', () => {
  globalThis.isDrawn = true;
});
chart.setOption({
  animation: false,
  aria: { enabled: true },
  tooltip: { trigger: 'axis' },
  legend: {},
  xAxis: { type: 'category', data: x.values },
  yAxis: { type: 'value' },
  series: series.map(({ label, values }) => ({ name: label, type: 'line', data: values })),
});
