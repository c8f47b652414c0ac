import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useTheme } from '../../../lib/theme.ts'

register([BarChart, GridComponent, TooltipComponent, SVGRenderer])

export interface Bars {
  title: string
  unit: string
  rows: readonly { month: string; amount: number }[]
}

/** A bar per month. The table that can replace it has the same data. */
export default function MonthChart({ title, unit, rows }: Bars) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    if (!box.current) return
    const style = getComputedStyle(box.current)
    const colour = (name: string) => style.getPropertyValue(name)
    const label = { color: colour('--text-2'), fontFamily: style.fontFamily }
    const chart = init(box.current, null, { renderer: 'svg' })
    chart.setOption({
      animationDuration: 300,
      grid: { left: 8, right: 8, top: 30, bottom: 4, containLabel: true },
      tooltip: {
        trigger: 'item',
        backgroundColor: colour('--surface'),
        borderColor: colour('--line'),
        textStyle: { color: colour('--text') },
        valueFormatter: (v: number) => `${v.toLocaleString('zh-CN')} ${unit}`,
      },
      xAxis: {
        type: 'category',
        data: rows.map((r) => r.month),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colour('--line') } },
        axisLabel: label,
      },
      yAxis: {
        type: 'value',
        name: unit,
        nameTextStyle: label,
        axisLabel: label,
        splitLine: { lineStyle: { color: colour('--line') } },
      },
      series: [
        {
          type: 'bar',
          name: title,
          barMaxWidth: 28,
          itemStyle: { color: colour('--brand'), borderRadius: [3, 3, 0, 0] },
          data: rows.map((r) => r.amount),
        },
      ],
    })
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [title, unit, rows, theme])
  return (
    <div
      ref={box}
      className="statistics-chart"
      role="img"
      aria-label={`各月${title}柱状图，可切换为表格查看数据`}
    />
  )
}
