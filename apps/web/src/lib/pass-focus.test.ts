import { afterEach, expect, test, vi } from 'vitest'
import { passFocusOn } from './pass-focus.ts'

afterEach(() => document.body.replaceChildren())

/** Draws three rows and 添加; the button of a row removes it. */
function draw(): (name: string) => HTMLButtonElement {
  document.body.innerHTML = `<form>
    <p><button type="button">甲</button></p>
    <p><button type="button">乙</button></p>
    <p><button type="button">丙</button></p>
    <button type="button">添加</button>
  </form>`
  for (const row of document.querySelectorAll('p'))
    row.querySelector('button')?.addEventListener('click', (e) => {
      passFocusOn(e.currentTarget as HTMLElement)
      row.remove()
    })
  return (name) => {
    const found = [...document.querySelectorAll('button')].find((b) => b.textContent === name)
    if (!found) throw new Error(`no button ${name}`)
    return found
  }
}
const later = () => new Promise((resolve) => setTimeout(resolve))

test('whoever removes a row goes on at the next one, after the last at what follows', async () => {
  const find = draw()
  const first = find('甲')
  first.focus()
  first.click()
  await later()
  expect(document.activeElement).toBe(find('乙'))
  const last = find('丙')
  last.focus()
  last.click()
  await later()
  expect(document.activeElement).toBe(find('添加'))
})

test('what takes no focus is passed over', async () => {
  const find = draw()
  const first = find('甲')
  first.focus()
  find('乙').disabled = true
  first.click()
  await later()
  expect(document.activeElement).toBe(find('丙'))
})

test('a button that had no focus gives none: on some phones a touch does not focus', async () => {
  const find = draw()
  find('甲').click()
  await later()
  expect(document.activeElement).toBe(document.body)
})

test('a press of the mouse gives none: Space, which scrolls, would remove the next row', async () => {
  const find = draw()
  const first = find('甲')
  first.focus()
  // A browser: the mouse has given it the focus, which is not shown then.
  vi.spyOn(first, 'matches').mockImplementation((selector) => selector !== ':focus-visible')
  first.click()
  await later()
  expect(document.activeElement).toBe(document.body)
})

test('a row that takes time to go keeps the focus until then, and for good if it stays', async () => {
  const find = draw()
  const [first, second] = [find('甲'), find('乙')]
  const gone = Promise.withResolvers<void>()
  first.focus()
  passFocusOn(first, gone.promise)
  await later()
  expect(document.activeElement).toBe(first)
  first.parentElement?.remove()
  gone.resolve()
  await later()
  await later()
  expect(document.activeElement).toBe(second)
  passFocusOn(second, Promise.reject(new Error('refused')))
  second.blur() // as a browser does when the button is disabled while the request is under way
  await later()
  await later()
  expect(document.activeElement).toBe(second)
})
