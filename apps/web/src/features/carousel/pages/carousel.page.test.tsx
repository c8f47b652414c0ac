import { MAX_SLIDES } from '@portal/contract/carousel/carousel'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import CarouselPage from './carousel.page.tsx'

const makeSlide = (id: number, title: string) => ({
  id,
  title,
  subtitle: null,
  link: null,
  imageUrl: null,
  enabled: true,
  fromDay: null,
  untilDay: null,
  shown: true,
  behind: false,
  updatedAt: '2026-01-05T02:30:00Z',
})
const { answer } = stubCalls()

test('a picture goes up with each press of its button, which keeps the focus', async () => {
  let slides = [makeSlide(1, '迎新'), makeSlide(2, '开放日'), makeSlide(3, '培训')]
  answer({
    'GET /api/v2/carousel': () => ({ items: slides, can: ['manage'] }),
    'PUT /api/v2/carousel/order': ({ body }) => {
      const { ids } = body as { ids: number[] } // the call's own body
      slides = ids.flatMap((id) => slides.filter((s) => s.id === id))
      return null
    },
  })
  renderPage(<CarouselPage />)
  const listTitles = () => [...document.querySelectorAll('strong')].map((title) => title.textContent)
  const up = await screen.findByRole('button', { name: '上移 培训' })
  up.focus()
  fireEvent.click(up)
  act(() => document.body.focus()) // a browser does so when the button is disabled meanwhile
  await waitFor(() => expect(listTitles()).toEqual(['迎新', '培训', '开放日']))
  await waitFor(() => expect(document.activeElement).toBe(up))
  fireEvent.click(up)
  act(() => document.body.focus())
  await waitFor(() => expect(listTitles()).toEqual(['培训', '迎新', '开放日']))
  // At the top there is no way up.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '下移 培训' })))
})

test('where no more pictures are taken, it is said why', async () => {
  const items = Array.from({ length: MAX_SLIDES }, (_, i) => makeSlide(i + 1, `图 ${i + 1}`))
  answer({ 'GET /api/v2/carousel': { items, can: ['manage'] } })
  renderPage(<CarouselPage />)
  await screen.findByText(`最多 ${MAX_SLIDES} 张，删除后可再新增`)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '新增轮播图' }).disabled).toBe(true)
})
