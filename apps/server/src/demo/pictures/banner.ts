import { drawings, type Drawing } from './drawings.ts'
import { drawDefs, type Palette } from './shapes.ts'

export const BANNER = { width: 1600, height: 560 } as const

/** A lattice of atoms in the background, each connected to its neighbours. */
function lattice(color: string): string {
  const atoms = Array.from({ length: 9 * 5 }, (_, i) => ({
    x: 60 + (i % 9) * 190 + (Math.floor(i / 9) % 2) * 95,
    y: 20 + Math.floor(i / 9) * 120,
  }))
  const bonds = atoms.flatMap((a) =>
    atoms
      .filter((b) => b.x > a.x - 1 && b !== a && Math.hypot(b.x - a.x, b.y - a.y) < 200)
      .map((b) => `M${a.x} ${a.y}L${b.x} ${b.y}`),
  )
  const path = `<path d="${bonds.join('')}" stroke="${color}" stroke-width="2"/>`
  const circles = atoms.map(
    ({ x, y }, i) => `<circle cx="${x}" cy="${y}" r="${i % 3 ? 7 : 13}" fill="${color}"/>`,
  )
  return `<g opacity=".22">${path}${circles.join('')}</g>`
}

/**
 * A wide picture: instruments on the right, room for a title on the left. Without text, because fonts differ
 * between machines.
 */
export function banner(palette: Palette, shown: readonly [Drawing, Drawing]): string {
  const { width, height } = BANNER
  const { wall, accent, dark } = palette
  const stage = shown
    .map(
      (name, i) => `<g transform="translate(${590 + i * 410} 91) scale(.76)">${drawings[name](palette)}</g>`,
    )
    .join('')
  const size = `width="${width}" height="${height}"`
  const bench =
    `<rect y="456" width="${width}" height="104" fill="${dark}" opacity=".9"/>` +
    `<rect y="456" width="${width}" height="6" fill="#fff" opacity=".25"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}">${drawDefs(palette)}
<rect ${size} fill="${dark}"/><rect ${size} fill="url(#wall)" opacity=".38"/>${lattice(wall[0])}
<path d="M0 ${height}V420C420 300 620 520 960 430S1420 330 ${width} 400V${height}z" fill="${accent}" opacity=".35"/>
${bench}${stage}</svg>`
}
