import { BarChart, LineChart } from 'echarts/charts'
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState } from 'react'
import { useTheme } from '../../../lib/theme.ts'
import { Button } from '../../../ui/light.tsx'
import { tokens, type TokenName } from '../../../ui/tokens.ts'
import { chartOption, type Drawn } from './chart.option.ts'

register([
  BarChart,
  LineChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
  CanvasRenderer,
  SVGRenderer,
])

/** A chart with a button to save it as a picture called `name`. The table beside it has the same data. */
export default function Chart({ name, ...drawn }: Drawn & { name: string }) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const printing = usePrinting()
  const { title, unit, categories, series, kind } = drawn
  useEffect(() => {
    if (!box.current) return
    const style = getComputedStyle(box.current)
    const chart = init(box.current, null, { renderer: 'svg' })
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches || printing
    const colour = printing ? onPaper : (token: string) => style.getPropertyValue(token)
    chart.setOption(chartOption({ title, unit, categories, series, kind }, colour, style.fontFamily, still))
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [title, unit, categories, series, kind, theme, printing])
  return (
    <figure className="chart">
      <div ref={box} className="statistics-chart" role="img" aria-label={`${title}图，数据见下表`} />
      <Button className="no-print" size="small" icon="download" onClick={() => savePicture(name, drawn)}>
        保存图片
      </Button>
    </figure>
  )
}

/** The light theme's value of a token that is named as in a style sheet. */
const onPaper = (token: string): string => tokens.light[token.slice(2) as TokenName]
const WIDE = 1200
const HIGH = 560
const TITLE_HIGH = 40

/** Saves the chart as PNG: black on white in any theme, at twice the screen resolution. */
export function savePicture(name: string, drawn: Drawn): void {
  const canvas = document.createElement('div')
  Object.assign(canvas.style, { width: `${WIDE}px`, height: `${HIGH}px` })
  const chart = init(canvas, null, { renderer: 'canvas', width: WIDE, height: HIGH })
  const font = getComputedStyle(document.body).fontFamily
  chart.setOption({
    ...chartOption(drawn, onPaper, font, true, TITLE_HIGH),
    title: { text: name, left: 'center', textStyle: { color: onPaper('--text'), fontFamily: font } },
  })
  const url = chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: '#fff' })
  chart.dispose()
  Object.assign(document.createElement('a'), { href: url, download: `${name}.png` }).click()
}

/** True while the page is printed: charts are then drawn for white paper. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => setPrinting(true)
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
