import { box, disc, line } from './shapes.ts'

const lines = [
  ...[0, 1, 2, 3, 4].map((i) => line(80, 140 + i * 56, 720, 140 + i * 56, '#b9c4d0', 2)),
  ...[80, 240, 480, 720].map((x) => line(x, 140, x, 364, '#b9c4d0', 2)),
]
const entries = [0, 1, 2, 3].map(
  (i) =>
    box(104, 158 + i * 56, 96 - (i % 2) * 20, 16, '#8794a3', { rx: 3 }) +
    box(264, 158 + i * 56, 150 + ((i * 37) % 50), 16, '#3b4756', { rx: 3 }) +
    box(504, 158 + i * 56, 120 + ((i * 23) % 70), 16, '#3b4756', { rx: 3 }),
)
const seal =
  disc(610, 404, 62, 'none', { stroke: '#d64545', 'stroke-width': 6, opacity: 0.75 }) +
  disc(610, 404, 20, '#d64545', { opacity: 0.6 })

/** A bank receipt without text: lines, a table, a stamp. */
export const receipt = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="520" viewBox="0 0 800 520"><rect width="800" height="520" fill="#eef1f5"/>
${box(40, 36, 720, 448, '#ffffff', { stroke: '#c9d2dc', 'stroke-width': 2 })}${box(260, 64, 280, 22, '#2f4a6d', { rx: 4 })}
${lines.join('')}
${entries.join('')}
${seal}${box(80, 408, 220, 14, '#8794a3', { rx: 3 })}</svg>`
