import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, useState, type ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messages } from '../lib/tell.ts'
import { fill, press } from '../testing/hands.ts'
import { definePart } from './part.tsx'

const WORDS = '页面有新版本或网络中断，请保存填写的内容后重新加载'
const Search = ({ onLeave }: { onLeave: () => void }) => (
  <button type="button" onClick={onLeave}>
    查找框
  </button>
)
const load = vi.fn<() => Promise<{ default: typeof Search }>>()
const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /a.js'))

/** A page with a form and a button that opens the part. */
function show(Part: ComponentType<{ onLeave: () => void }>) {
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <input aria-label="样品名称" />
        <button type="button" onClick={() => setOpen(true)}>
          打开
        </button>
        <Suspense fallback={<p>稍候</p>}>{open && <Part onLeave={() => setOpen(false)} />}</Suspense>
      </>
    )
  }
  const page = { path: '/', element: <Page />, errorElement: <p>页面出错了</p> }
  render(<RouterProvider router={createMemoryRouter([page])} />)
  fill('样品名称', '硅片')
}
const typed = () => screen.getByLabelText<HTMLInputElement>('样品名称').value
const said = () => messages.get().map((m) => m.text)

beforeEach(() => {
  messages.set([])
  load.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => {}) // React logs the caught error
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a part that does not come leaves the form beside it as it is; opened again it comes', async () => {
  load.mockImplementationOnce(broken).mockResolvedValue({ default: Search })
  show(definePart(load, ({ onLeave }) => onLeave()))
  await press('打开')
  expect([typed(), said()]).toEqual(['硅片', [WORDS]])
  await press('打开')
  expect(screen.getByRole('button', { name: '查找框' })).toBeTruthy()
  expect([typed(), said()]).toEqual(['硅片', [WORDS]])
})

test('a part that nobody opens is asked for again where it is missing, as often as it takes', async () => {
  load.mockImplementationOnce(broken).mockImplementationOnce(broken).mockResolvedValue({ default: Search })
  show(definePart(load))
  await press('打开')
  await press('载入失败，重试')
  await press('载入失败，重试')
  expect(screen.getByRole('button', { name: '查找框' })).toBeTruthy()
  expect([typed(), said()]).toEqual(['硅片', [WORDS]])
})

test('several that are missing are said once, and each comes by itself', async () => {
  load.mockImplementationOnce(broken).mockResolvedValue({ default: Search })
  const Part = definePart(load)
  show(({ onLeave }) => (
    <>
      <Part onLeave={onLeave} />
      <Part onLeave={onLeave} />
    </>
  ))
  await press('打开')
  expect(said()).toEqual([WORDS])
  const [first] = screen.getAllByRole('button', { name: '载入失败，重试' })
  await act(async () => void fireEvent.click(first as HTMLElement)) // there are two of them
  expect(screen.getAllByRole('button', { name: '查找框' })).toHaveLength(1)
  await press('载入失败，重试')
  expect(screen.getAllByRole('button', { name: '查找框' })).toHaveLength(2)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a part that is wrong is the page’s business, as before', async () => {
  const wrong = () => {
    throw new Error('x is undefined')
  }
  load.mockResolvedValue({ default: wrong })
  show(definePart(load))
  await press('打开')
  expect(screen.getByText('页面出错了')).toBeTruthy()
  expect(said()).toEqual([])
})
