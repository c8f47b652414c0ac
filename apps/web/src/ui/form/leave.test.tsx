import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Input } from 'antd'
import { createMemoryRouter, Link, Outlet, RouterProvider, useSearchParams } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '@portal/contract/kernel/call'
import { questions } from '../../lib/tell.ts'
import { answerQuestion, fill } from '../../testing/hands.ts'
import { Field } from './field.tsx'
import { FormPage } from './form-page.tsx'
import { useLeaving } from './leave.ts'
import { useSubmit } from './use-submit.ts'

const write = call({
  method: 'POST',
  path: '/api/x',
  summary: '',
  access: 'public',
  body: z.object({ title: z.string() }),
  reply: z.null(),
})
function OneForm({ label, draft }: { label: string; draft?: string }) {
  const form = useSubmit(
    { call: write, run: () => Promise.resolve(null), busy: false },
    { ...(draft && { draft }) },
  )
  return (
    <FormPage form={form} submit="提交">
      <Field name="title" label={label}>
        <Input />
      </Field>
    </FormPage>
  )
}
function Frame() {
  useLeaving()
  return <Outlet />
}
function Page() {
  const [search] = useSearchParams()
  const tab = search.get('tab') ?? 'a'
  return (
    <>
      <Link to="/other">别处</Link>
      <Link to="?tab=b">图片</Link>
      <Link to="?tab=a&page=2">下一页</Link>
      {tab === 'a' && <OneForm label="延期原因" />}
      <OneForm label="评价" draft="rating" />
    </>
  )
}
const show = () => {
  const router = createMemoryRouter(
    [
      {
        Component: Frame,
        children: [
          { path: '/', element: <Page /> },
          { path: '/other', element: <p>另一页</p> },
        ],
      },
    ],
    { initialEntries: ['/?tab=a'] },
  )
  render(<RouterProvider router={router} />)
  return router
}
const type = (label: string, value: string) => act(async () => fill(label, value))
const go = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)))
const asked = () => questions.get().map(({ title, text }) => [title, text])

afterEach(() => {
  cleanup()
  questions.set([])
  localStorage.clear()
})

it('of several forms on a page each is asked about, wherever it stands', async () => {
  show()
  await type('延期原因', '配件未到')
  await go('别处')
  expect(asked()).toEqual([['要离开此页吗？', '填写的内容尚未提交，离开后将丢失。']])
  await answerQuestion(false)
  expect(screen.getByLabelText<HTMLInputElement>('延期原因').value).toBe('配件未到')
  await go('别处')
  await answerQuestion(true)
  expect(screen.getByText('另一页')).toBeTruthy()
  expect(asked()).toEqual([])
})

it('says that nothing is lost only where all that was typed is kept', async () => {
  show()
  await type('评价', '很好')
  await go('别处')
  expect(asked()[0]?.[1]).toContain('草稿已保存在本机')
  await answerQuestion(false)
  await type('延期原因', '配件未到')
  await go('别处')
  expect(asked()[0]?.[1]).toBe('填写的内容尚未提交，离开后将丢失。')
})

it('another view of the same page is a way to leave, another page of a list is none', async () => {
  const router = show()
  await type('延期原因', '配件未到')
  await go('下一页')
  expect(asked()).toEqual([])
  expect(router.state.location.search).toBe('?tab=a&page=2')
  expect(screen.getByLabelText<HTMLInputElement>('延期原因').value).toBe('配件未到')
  await go('图片')
  expect(asked()).toHaveLength(1)
  expect(router.state.location.search).toBe('?tab=a&page=2')
  await answerQuestion(true)
  expect(router.state.location.search).toBe('?tab=b')
  // The input was discarded, so the next navigation asks nothing.
  await go('别处')
  expect(screen.getByText('另一页')).toBeTruthy()
})

it('where nothing was typed nobody is asked', async () => {
  show()
  await go('图片')
  expect(screen.queryByLabelText('延期原因')).toBeNull()
  await go('别处')
  expect(screen.getByText('另一页')).toBeTruthy()
  expect(asked()).toEqual([])
})

it('what the program writes into the address itself asks nothing', async () => {
  const router = show()
  await type('延期原因', '配件未到')
  await act(async () => router.navigate('/?tab=a&id=5', { replace: true }))
  expect(asked()).toEqual([])
  expect(router.state.location.search).toBe('?tab=a&id=5')
})
