import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { RankRow } from '@portal/contract/device/device'
import { useTheme } from '../../../lib/theme.ts'

register([BarChart, GridComponent, TooltipComponent, SVGRenderer])
const BAR = 30

/** Bars, the busiest on top. The table below says the same in words. */
export default function RankChart({ rows }: { rows: readonly RankRow[] }) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    if (!box.current) return
    const style = getComputedStyle(box.current)
    const colour = (name: string) => style.getPropertyValue(name)
    const narrow = box.current.clientWidth < 600
    const label = { color: colour('--text-2'), fontFamily: style.fontFamily }
    const chart = init(box.current, null, { renderer: 'svg' })
    chart.setOption({
      animationDuration: 300,
      grid: { left: narrow ? 120 : 230, right: 56, top: 4, bottom: 24 },
      tooltip: { trigger: 'item', backgroundColor: colour('--surface'), borderColor: colour('--line'), textStyle: { color: colour('--text') }, valueFormatter: (v: number) => `${v} 小时` },
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
          data: rows.map((r) => Math.round(r.minutes / 60)),
        },
      ],
    })
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [rows, theme])
  return <div ref={box} className="rank-chart" style={{ height: rows.length * BAR + 36 }} role="img" aria-label="使用时长柱状图，数据见下表" />
}
