import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { rankMeasureWords, type RankMeasure, type RankRow } from '@portal/contract/device/device'
import { useTheme } from '../../../lib/theme.ts'

register([BarChart, GridComponent, TooltipComponent, SVGRenderer])
const BAR = 30

/** The amount of a measure in a row, in the unit shown. */
const amounts: Record<RankMeasure, { unit: string; of: (r: RankRow) => number }> = {
  minutes: { unit: '小时', of: (r) => Math.round(r.minutes / 60) },
  bookings: { unit: '次', of: (r) => r.bookings },
  samples: { unit: '件', of: (r) => r.samples },
  income: { unit: '元', of: (r) => Math.round((r.incomeFen ?? 0) / 100) },
}

/** Bars, the busiest on top. The table below has the same data. */
export default function RankChart({ rows, by }: { rows: readonly RankRow[]; by: RankMeasure }) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    if (!box.current) return
    const style = getComputedStyle(box.current)
    const colour = (name: string) => style.getPropertyValue(name)
    const narrow = box.current.clientWidth < 600
    const label = { color: colour('--text-2'), fontFamily: style.fontFamily }
    const { unit, of } = amounts[by]
    const chart = init(box.current, null, { renderer: 'svg' })
    chart.setOption({
      animationDuration: 300,
      grid: { left: narrow ? 120 : 230, right: 56, top: 4, bottom: 24 },
      tooltip: {
        trigger: 'item',
        backgroundColor: colour('--surface'),
        borderColor: colour('--line'),
        textStyle: { color: colour('--text') },
        valueFormatter: (v: number) => `${v.toLocaleString('zh-CN')} ${unit}`,
      },
      xAxis: { type: 'value', axisLabel: label, splitLine: { lineStyle: { color: colour('--line') } } },
      yAxis: {
        type: 'category',
        inverse: true,
        data: rows.map((r) => r.device.name),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colour('--line') } },
        axisLabel: { ...label, width: narrow ? 110 : 220, overflow: 'truncate' },
      },
      series: [
        {
          type: 'bar',
          barMaxWidth: 16,
          itemStyle: { color: colour('--brand'), borderRadius: [0, 3, 3, 0] },
          label: { show: true, position: 'right', ...label },
          data: rows.map(of),
        },
      ],
    })
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [rows, by, theme])
  return (
    <div
      ref={box}
      className="rank-chart"
      style={{ height: rows.length * BAR + 36 }}
      role="img"
      aria-label={`${rankMeasureWords[by]}柱状图，数据见下表`}
    />
  )
}
