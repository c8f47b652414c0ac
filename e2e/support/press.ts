import type { Page } from '@playwright/test'
import { type default as axe, type RunOptions } from 'axe-core'
import { bringAxe, options } from './axe.ts'

// Checks that a button does something: it changes the page or sends a request.

interface Watched {
  /** Counts what leaves the page: requests, prints, files, windows. */
  left: number
}

/** The axe rules whose result may differ between light and dark mode. */
const ofColour = ['color-contrast', 'link-in-text-block']

/**
 * Call it before the first load. It blocks and counts writes, prints, downloads and new windows. It also
 * gives the page `turnLight`, which switches the system's colour scheme; the portal follows it until a user
 * chooses.
 */
export async function watch(page: Page): Promise<void> {
  let light: 'light' | 'dark' = 'light'
  await page.emulateMedia({ colorScheme: light })
  await page.exposeFunction('turnLight', async () => {
    light = light === 'light' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme: light })
  })
  await page.addInitScript(() => {
    const seen: Watched = { left: 0 }
    const notice = () => {
      seen.left += 1
      return null
    }
    const ask = window.fetch
    Object.assign(window, {
      watched: seen,
      print: notice,
      open: notice,
      fetch: (input: RequestInfo | URL, init?: RequestInit) => {
        notice()
        const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
        return method === 'GET' ? ask(input, init) : Promise.reject(new TypeError('Failed to fetch'))
      },
    })
    const { click } = HTMLElement.prototype
    HTMLInputElement.prototype.click = function press() {
      if (this.type === 'file') notice()
      else click.call(this)
    }
    HTMLAnchorElement.prototype.click = () => void notice() // a download
    HTMLElement.prototype.requestFullscreen = async () => void notice()
  })
}

export interface Pressed {
  /** Names of buttons that did nothing. */
  idle: string[]
  /**
   * Serious or critical axe findings in the dialogs and drawers that opened, in light and dark mode, and
   * those that lost the focus when they closed.
   */
  faults: string[]
  tried: string[]
  moved: boolean
}

/**
 * Presses each button of the page that is not in `done`, once for each name; checks with axe what opens, and
 * closes it. Stops when a button leads to another page.
 */
export async function press(page: Page, done: string[]): Promise<Pressed> {
  await bringAxe(page)
  return page.evaluate(
    async ([before, how, ofColour]) => {
      const LAYERS = 'dialog[open], .ant-modal, .ant-drawer-section'
      const layers = () =>
        [...document.querySelectorAll<HTMLElement>(LAYERS)].filter((l) =>
          l.checkVisibility({ visibilityProperty: true }),
        )
      const { axe: eyes, turnLight } = window as unknown as {
        axe: typeof axe
        turnLight: () => Promise<void>
      }
      const html = document.documentElement
      const faults: string[] = []
      // Loops count tries: a pause of the machine would end a time limit before the page's own work runs.
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      /** For at least 15 seconds, or on a busy machine the code and the data behind a button are too late. */
      const until = async (isThere: () => boolean) => {
        for (let n = 0; !isThere() && n < 1000; n++) await pause(15)
      }
      const tried = new Set(before)
      const nameButton = (b: Element) =>
        (b.getAttribute('aria-label') ?? b.textContent).replaceAll(/[\d\s]|[“（(].*$/g, '').slice(0, 6)
      /** The menu to which a button belongs, if it is an item of one. */
      const findMenu = (b: Element) => b.closest<HTMLElement>('.menu-button > ul')
      const isOffered = (b: Element) =>
        (findMenu(b)?.parentElement ?? b).checkVisibility({ visibilityProperty: true })
      const { watched } = window as unknown as { watched: Watched }
      /** Ignores the wave effect of antd's buttons. */
      const told = ({ type, target, addedNodes, removedNodes, attributeName }: MutationRecord) =>
        type !== 'childList'
          ? attributeName !== 'style'
          : [...addedNodes, ...removedNodes].some((n) => n.textContent !== '') || target !== document.body
      /** Waits until a layer has loaded and stands still: before that its colours are too pale for axe. */
      const stands = async (layer: HTMLElement) => {
        const loads = () => layer.querySelector('[aria-busy="true"], .bone, .ant-spin-spinning') !== null
        const moves = () => layer.getAnimations({ subtree: true }).length > 0
        await until(() => !loads())
        // Not for long: some of what moves never ends.
        for (let n = 0; (moves() || loads()) && n < 67; n++) await pause(30)
      }
      const look = async (layer: HTMLElement, what: RunOptions, button: Element) => {
        const { violations } = await eyes.run(layer, what)
        for (const { id, impact, nodes } of violations)
          if (impact === 'serious' || impact === 'critical')
            faults.push(
              `${button.textContent}, ${html.dataset['theme']}: ${id}: ${nodes[0]?.html.slice(0, 160)}`,
            )
      }
      const idle: string[] = []
      const here = location.href
      for (;;) {
        const button = [...document.querySelectorAll<HTMLButtonElement>('main button')].find(
          (b) =>
            !b.disabled &&
            isOffered(b) &&
            b.getAttribute('aria-current') === null &&
            // Skip a button that is already chosen: a press changes nothing.
            !(b.getAttribute('aria-pressed') === 'true' || b.getAttribute('aria-selected') === 'true') &&
            !tried.has(nameButton(b)),
        )
        if (!button || tried.size >= 40) break
        tried.add(nameButton(button))
        const menu = findMenu(button)
        const opener = menu?.parentElement?.querySelector('button')
        if (menu?.hidden) {
          opener?.click()
          await pause(30)
        }
        // Focus it first, as a real press does, so that the focus can return here.
        button.focus()
        await pause(15)
        if (!button.checkVisibility({ visibilityProperty: true })) continue
        const [left, focus] = [watched.left, document.activeElement]
        const stood = new Set(layers())
        let changed = false
        // The closing of the menu does not count as the effect of its item.
        const isMenus = ({ target }: MutationRecord) => menu?.parentElement?.contains(target) === true
        const observer = new MutationObserver(
          (list) => (changed ||= list.some((one) => told(one) && !isMenus(one))),
        )
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        button.click()
        const hasMoved = () => document.activeElement !== focus && document.activeElement !== opener
        const did = () => changed || watched.left > left || location.href !== here || hasMoved()
        await until(did)
        observer.disconnect()
        if (!did()) idle.push(button.textContent || nameButton(button))
        await pause(30)
        const opened = layers().filter((l) => !stood.has(l))
        for (const layer of opened) {
          await stands(layer)
          if (!layer.isConnected) continue
          await look(layer, how, button)
          const { theme } = html.dataset
          await turnLight()
          await until(() => html.dataset['theme'] !== theme)
          if (html.dataset['theme'] === theme) faults.push(`${button.textContent}: the light does not turn`)
          await stands(layer)
          await look(layer, { ...how, runOnly: ofColour }, button)
        }
        // Send `cancel` as Escape does. A question that is only closed would stay unanswered and block the
        // next one.
        for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
          dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
          dialog.close()
        }
        for (const x of document.querySelectorAll<HTMLElement>('.ant-modal-close, .ant-drawer-close'))
          x.click()
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
        if (location.href !== here) break
        if (opened.length > 0) {
          const lost = () => document.activeElement === null || document.activeElement === document.body
          // Not for long for the layer itself: one that asks before it shuts stays, and keeps the focus.
          for (let n = 0; (lost() || layers().length > stood.size) && n < 100; n++) await pause(15)
          await until(() => !lost())
          if (lost()) faults.push(`${button.textContent}: the focus is lost when it shuts`)
        }
      }
      return { idle, faults, tried: [...tried], moved: location.href !== here }
    },
    [done, options, ofColour] as const,
  )
}
