import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tokens } from '../apps/web/src/ui/tokens.ts'

const css = readFileSync(new URL('../apps/web/src/features/gate-monitor/wall.css', import.meta.url), 'utf8')

/** Red, green and blue, each 0 to 255, of `#rrggbb`. */
const parse = (hex: string): number[] => (hex.match(/[0-9a-f]{2}/g) ?? []).map((p) => Number.parseInt(p, 16))
/** The colour of a variable of the sheet. */
const readColour = (name: string): number[] =>
  parse(new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1] ?? '')
/** Luminance as WCAG defines it, of a colour of which the part `seen` is left over a black ground. */
function shine(rgb: readonly number[], seen: number): number {
  const [red = 0, green = 0, blue = 0] = rgb
    .map((c) => (c * seen) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** What stands behind `[data-stale]`. */
const stale = [...css.matchAll(/\[data-stale\][^{]*\{([^}]*)\}/g)].map(([, rules = '']) => rules).join('')

test('on the wall of doors, what was reported before a cut is read as well as what is', () => {
  expect(stale).not.toBe('')
  const seen = Number(/opacity: ([\d.]+)/.exec(stale)?.[1] ?? 1)
  for (const tone of ['alarm', 'off', 'open']) {
    const [text, ground] = [shine(readColour(tone), seen), shine(readColour(`${tone}-soft`), seen)]
    expect((text + 0.05) / (ground + 0.05), tone).toBeGreaterThanOrEqual(4.5)
  }
})

test('and its outlines, which say that it is old, are seen in both themes', () => {
  const outline = shine(readColour(/outline: .*var\(--([\w-]+)\)/.exec(stale)?.[1] ?? ''), 1)
  for (const theme of [tokens.light, tokens.dark])
    expect((outline + 0.05) / (shine(parse(theme['side-2']), 1) + 0.05)).toBeGreaterThanOrEqual(3)
})
