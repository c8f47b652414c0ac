import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearPage, renderPart } from '../../testing/page.tsx'
import { Attachments } from './attachments.tsx'

beforeEach(() =>
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(new Blob(['x'], { type: 'image/png' }), { headers: { 'content-type': 'image/png' } }),
  ),
)
afterEach(() => {
  clearPage()
  vi.unstubAllGlobals()
})

const file = (id: string, name: string, mime: string) => ({
  id,
  name,
  mime,
  bytes: 10,
  createdAt: '2026-11-27T00:00:00Z',
  url: `/api/v2/file/${id}`,
})

test('pictures are looked at, one after the other by keyboard; everything else is fetched', async () => {
  renderPart(
    <Attachments
      files={[
        file('1', '断口.png', 'image/png'),
        file('2', '说明.pdf', 'application/pdf'),
        file('3', '表面.jpg', 'image/jpeg'),
        // An SVG may contain scripts: never shown as a picture.
        file('4', '图.svg', 'image/svg+xml'),
      ]}
    />,
  )
  expect(screen.getAllByRole('button', { name: /^下载/ }).map((b) => b.textContent)).toEqual([
    '说明.pdf',
    '图.svg',
  ])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '查看 断口.png' })))
  const title = () => document.querySelector('.ant-modal-title')?.textContent
  expect(title()).toBe('断口.png（1 / 2）')
  const press = (key: string) =>
    act(async () => void fireEvent.keyDown(document.body, { key, bubbles: true }))
  await press('ArrowRight')
  expect(title()).toBe('表面.jpg（2 / 2）')
  expect((await screen.findByRole('img', { name: '表面.jpg' })).getAttribute('src')).toMatch(/^data:image/)
  await press('ArrowRight')
  expect(title()).toBe('表面.jpg（2 / 2）')
  await press('ArrowLeft')
  expect(title()).toBe('断口.png（1 / 2）')
})
