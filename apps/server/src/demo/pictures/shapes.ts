/** SVG parts of instruments. The canvas is 800 × 600; the top of the bench is at y = 480. */

export interface Palette {
  /** Colours of the wall, from light to dark. */
  wall: readonly [string, string]
  /** Colours of the instrument's body, light and shaded. */
  body: readonly [string, string]
  accent: string
  dark: string
}

const attributes = (o: Record<string, string | number>) =>
  Object.entries(o)
    .map(([k, v]) => ` ${k}="${v}"`)
    .join('')
const tag = (name: string, o: Record<string, string | number>) => `<${name}${attributes(o)}/>`

export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Record<string, string | number> = {},
): string => tag('rect', { x, y, width, height, rx: 8, fill, ...more })
export const disc = (
  cx: number,
  cy: number,
  r: number,
  fill: string,
  more: Record<string, string | number> = {},
): string => tag('circle', { cx, cy, r, fill, ...more })
export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string): string =>
  tag('ellipse', { cx, cy, rx, ry, fill })
export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, width = 4): string =>
  tag('line', { x1, y1, x2, y2, stroke, 'stroke-width': width, 'stroke-linecap': 'round' })
export const path = (d: string, fill: string, more: Record<string, string | number> = {}): string =>
  tag('path', { d, fill, ...more })
export const curve = (d: string, stroke: string, width = 4): string =>
  path(d, 'none', { stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })
const points = (n: number, at: (i: number) => readonly [number, number]) =>
  Array.from({ length: n }, (_, i) =>
    at(i)
      .map((v) => v.toFixed(1))
      .join(' '),
  ).join(' L')

/** Fill of the instrument's surface: lit from the left. */
export const BODY = 'url(#body)'
export const METAL = 'url(#metal)'
export const GLASS = 'url(#glass)'

/** A part of the body with its shadow. */
export const part = (x: number, y: number, width: number, height: number, rx = 14): string =>
  box(x + 6, y + 10, width, height, '#000', { opacity: 0.12, rx }) + box(x, y, width, height, BODY, { rx })

/** Small lights and buttons in a row. */
export const lights = (x: number, y: number, colors: readonly string[]): string =>
  colors.map((c, i) => disc(x + i * 22, y, 6, c)).join('')
export const vents = (x: number, y: number, width: number, count: number, color: string): string =>
  Array.from({ length: count }, (_, i) => line(x, y + i * 12, x + width, y + i * 12, color, 3)).join('')

/** The content of a screen: peaks of a spectrum, a wave, a picture of grains, columns. */
export type Show = 'peaks' | 'wave' | 'grains' | 'columns'
export function screen(
  x: number,
  y: number,
  width: number,
  height: number,
  show: Show,
  { accent }: Palette,
): string {
  const left = x + 10
  const right = x + width - 10
  const low = y + height - 14
  const across = right - left
  const drawn: Record<Show, () => string> = {
    peaks: () => {
      const peak = (t: number) =>
        0.85 * Math.exp(-(((t - 0.3) * 26) ** 2)) +
        0.55 * Math.exp(-(((t - 0.52) * 30) ** 2)) +
        0.3 * Math.exp(-(((t - 0.75) * 22) ** 2)) +
        0.03
      return curve(
        `M${points(90, (i) => [left + (i / 89) * across, low - peak(i / 89) * (height - 30)])}`,
        accent,
        3,
      )
    },
    wave: () =>
      curve(
        `M${points(80, (i) => {
          const swing = Math.sin(i / 4.5) * (height / 2 - 16) * (0.4 + 0.6 * Math.sin(i / 26) ** 2)
          return [left + (i / 79) * across, y + height / 2 + swing]
        })}`,
        accent,
        3,
      ),
    grains: () =>
      Array.from({ length: 34 }, (_, i) =>
        disc(
          left + 8 + ((i * 53) % (across - 16)),
          y + 14 + ((i * 37) % (height - 28)),
          4 + ((i * 7) % 9),
          accent,
          { opacity: 0.25 + ((i * 13) % 60) / 100 },
        ),
      ).join(''),
    columns: () =>
      Array.from({ length: 9 }, (_, i) =>
        box(
          left + (i * across) / 9,
          low - ((i * 29) % 70) * ((height - 30) / 80) - 8,
          across / 9 - 5,
          ((i * 29) % 70) * ((height - 30) / 80) + 8,
          accent,
          {
            rx: 2,
            opacity: 0.85,
          },
        ),
      ).join(''),
  }
  return (
    box(x - 8, y - 8, width + 16, height + 16, '#1f2733', { rx: 8 }) +
    box(x, y, width, height, '#0d1520', { rx: 3 }) +
    drawn[show]()
  )
}

/** A monitor standing on the bench. */
export const monitor = (x: number, show: Show, palette: Palette): string =>
  box(x + 62, 440, 16, 34, '#2b3442') +
  box(x + 36, 470, 68, 10, '#2b3442', { rx: 4 }) +
  screen(x, 346, 140, 88, show, palette)

const stop = (offset: string, color: string, more = '') =>
  `<stop offset="${offset}" stop-color="${color}"${more}/>`
const gradient = (id: string, end: string, ...stops: readonly string[]) =>
  `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stops.join('')}</linearGradient>`
const glow = stop('0', '#fff', ' stop-opacity=".55"') + stop('1', '#fff', ' stop-opacity="0"')
const ACROSS = 'x2="1" y2="0"'
const ASLANT = 'x2="1" y2="1"'

/** The gradients that drawings refer to. */
export const drawDefs = ({ wall, body }: Palette): string => `<defs>
${gradient('wall', ASLANT, stop('0', wall[0]), stop('1', wall[1]))}
${gradient('body', ASLANT, stop('0', body[0]), stop('1', body[1]))}
${gradient('metal', ACROSS, stop('0', '#8d99a8'), stop('.35', '#e8edf2'), stop('1', '#76828f'))}
${gradient('glass', ASLANT, stop('0', '#2c3a4d'), stop('1', '#0f1824'))}
<radialGradient id="glow" cx=".32" cy=".2" r=".8">${glow}</radialGradient></defs>`

const bench = (dark: string) =>
  `<rect y="480" width="800" height="120" fill="${dark}" opacity=".82"/>` +
  '<rect y="480" width="800" height="8" fill="#fff" opacity=".28"/>'

/** An instrument on its bench, in front of a wall. */
export const scene = (palette: Palette, drawing: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="0 0 800 600">${drawDefs(palette)}
<rect width="800" height="600" fill="url(#wall)"/><rect width="800" height="600" fill="url(#glow)"/>
${bench(palette.dark)}
${drawing}</svg>`
