import type { EChartsCoreOption } from 'echarts/core'

/** Amounts of several series over the same categories. */
export interface Drawn {
  title: string
  unit: string
  categories: readonly string[]
  series: readonly { name: string; amounts: readonly (number | null)[] }[]
  /** Lines for development over time; otherwise bars, stacked if their sum is meaningful. */
  kind: 'bar' | 'line' | 'stack'
}

const SERIES_COLOURS = 6
/** ECharts options in a theme's colours. `colour` returns a token's value. */
export function chartOption(
  { title, unit, categories, series, kind }: Drawn,
  colour: (token: string) => string,
  fontFamily: string,
  still: boolean,
  /** Space for a title, in pixels. */
  above = 0,
): EChartsCoreOption {
  const label = { color: colour('--text-2'), fontFamily }
  const several = series.length > 1
  return {
    animation: !still,
    animationDuration: 300,
    color: Array.from({ length: SERIES_COLOURS }, (_, i) => colour(`--chart-${i + 1}`)),
    aria: { enabled: true, decal: { show: several && kind !== 'line' } },
    grid: { left: 8, right: 8, top: above + (several ? 64 : 30), bottom: 4, containLabel: true },
    ...(several && { legend: { top: above, type: 'scroll', textStyle: label, pageTextStyle: label } }),
    tooltip: {
      trigger: several ? 'axis' : 'item',
      confine: true,
      backgroundColor: colour('--surface'),
      borderColor: colour('--line'),
      textStyle: { color: colour('--text') },
      valueFormatter: (v: number | null) => (v === null ? '—' : `${v.toLocaleString('zh-CN')} ${unit}`),
    },
    xAxis: {
      type: 'category',
      data: [...categories],
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colour('--line') } },
      axisLabel: { ...label, interval: 'auto', width: 110, overflow: 'truncate', hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      name: unit,
      nameTextStyle: label,
      axisLabel: label,
      splitLine: { lineStyle: { color: colour('--line') } },
    },
    series: series.map((s, i) => ({
      type: kind === 'line' ? 'line' : 'bar',
      ...(kind === 'stack' && { stack: 'all' }),
      ...(kind === 'line' && {
        symbol: (['circle', 'rect', 'triangle', 'diamond'] as const)[i % 4],
        symbolSize: 7,
      }),
      name: several ? s.name : title,
      barMaxWidth: 32,
      data: [...s.amounts],
    })),
  }
}
