import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../apps/web/src/features/gate-monitor/wall.css', import.meta.url), 'utf8')

/** Red, green and blue of a variable of the sheet, each 0 to 255. */
function readColour(name: string): number[] {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(css)?.[1] ?? ''
  return (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
}
/** Luminance as WCAG defines it, of a colour of which the part `seen` is left over a black ground. */
function shine(rgb: readonly number[], seen: number): number {
  const [red = 0, green = 0, blue = 0] = rgb
    .map((c) => (c * seen) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('on the wall of doors, what was reported before a cut is read as well as what is', () => {
  const stale = [...css.matchAll(/\[data-stale\][^{]*\{([^}]*)\}/g)].map(([, rules = '']) => rules).join('')
  expect(stale).not.toBe('')
  const seen = Number(/opacity: ([\d.]+)/.exec(stale)?.[1] ?? 1)
  for (const tone of ['alarm', 'off', 'open']) {
    const [text, ground] = [shine(readColour(tone), seen), shine(readColour(`${tone}-soft`), seen)]
    expect((text + 0.05) / (ground + 0.05), tone).toBeGreaterThanOrEqual(4.5)
  }
})
