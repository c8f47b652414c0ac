import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { filled } from './arrive.ts'

/** Rules of moderate impact at most. They are off to save time: `region` alone checks every element. */
const moderate = [
  'region',
  'heading-order',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-unique',
  'landmark-one-main',
  'page-has-heading-one',
  'skip-link',
  'empty-heading',
  'aria-allowed-role',
  'presentation-role-conflict',
]
export const options: RunOptions = {
  resultTypes: ['violations'],
  // Preloading fetches styles and media again for a rule on autoplaying sound; the portal has no such sound.
  preload: false,
  rules: Object.fromEntries(moderate.map((rule) => [rule, { enabled: false }])),
}

/** Table rows are all alike, so only the first five are checked. */
const ALIKE = 'tbody tr:nth-child(n+6)'

/**
 * The frame around the screens. A part that passed in this document and colour scheme is not checked again
 * while its markup is the same.
 */
const FRAME = '.front-header > *, .back-bar > *, .side-menu li'
const LOOKED_AT = 'data-looked-at'

/**
 * The serious and critical findings of axe, on the page or in the part `within`: each rule with its first
 * elements. Axe runs for some hundred milliseconds and keeps the styles it read first, so a button that
 * becomes enabled meanwhile counts as too pale. Therefore only findings of a second run are returned.
 */
export async function accessibilityFaults(page: Page, within?: string): Promise<string[]> {
  const passing = await look(page, within)
  if (passing.length === 0) return []
  await filled(page)
  await page.waitForTimeout(500)
  const faults = await look(page, within)
  if (faults.length === 0) console.log(`axe, gone when looked at again: ${page.url()}: ${passing.join('; ')}`)
  return faults
}

/** Injects axe (half a megabyte) once per document, not once per screen. */
export async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

async function look(page: Page, within: string | undefined): Promise<string[]> {
  await bringAxe(page)
  const violations = await page.evaluate(
    async ([include, alike, how, frame, mark]) => {
      const at = window as unknown as { axe: typeof axe; lookedAt?: Set<string> }
      const before = (at.lookedAt ??= new Set())
      const parts = frame
        ? [...document.querySelectorAll(frame)].filter((part) => part.checkVisibility())
        : []
      for (const part of parts) part.removeAttribute(mark)
      const { theme } = document.documentElement.dataset
      const markup = parts.map((part) => `${theme} ${part.outerHTML}`)
      for (const [i, part] of parts.entries()) if (before.has(markup[i] ?? '')) part.setAttribute(mark, '')
      const found = await at.axe.run({ include, exclude: `${alike}, [${mark}]` }, how)
      if (found.violations.length === 0) for (const one of markup) before.add(one)
      return found.violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        elements: nodes.slice(0, 3).map((n) => `${n.html.slice(0, 160)} (${n.any[0]?.message ?? ''})`),
      }))
    },
    [within ?? 'html', ALIKE, options, within ? '' : FRAME, LOOKED_AT] as const,
  )
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.elements.join(' | ')}`)
}
