import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call } from '@portal/contract/kernel/call'
import { questions } from '../lib/tell.ts'
import { answerQuestion, fill } from '../testing/hands.ts'
import { Field } from './form/field.tsx'
import { FormPage } from './form/form-page.tsx'
import { useSubmit } from './form/use-submit.ts'
import { Drawer, Modal } from './modal.tsx'

const write = call({
  method: 'POST',
  path: '/api/x',
  summary: '',
  access: 'public',
  body: z.object({ fault: z.string() }),
  reply: z.null(),
})
function Report() {
  const form = useSubmit({ call: write, run: () => Promise.resolve(null), busy: false })
  return (
    <FormPage form={form} submit="提交">
      <Field name="fault" label="故障现象">
        <Input />
      </Field>
    </FormPage>
  )
}
const onCancel = vi.fn()
const show = () => {
  const dialog = (
    <Modal open title="报告故障" footer={null} onCancel={onCancel}>
      <Report />
    </Modal>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: dialog }])} />)
}
const type = () => act(async () => fill('故障现象', '报警'))
const clickBeside = () =>
  act(async () => {
    const beside = document.querySelector('.ant-modal-wrap')
    if (!beside) throw new Error('no dialog')
    fireEvent.mouseDown(beside)
    fireEvent.mouseUp(beside)
    fireEvent.click(beside)
  })
/** The question appears only when the key or button is up. */
const settle = (deed: () => boolean) =>
  act(async () => {
    deed()
    await new Promise((then) => setTimeout(then))
  })
const clickCross = () => settle(() => fireEvent.click(screen.getByRole('button', { name: 'Close' })))
const pressEscape = () =>
  settle(() => fireEvent.keyDown(screen.getByLabelText('故障现象'), { key: 'Escape', keyCode: 27 }))

afterEach(() => {
  cleanup()
  questions.set([])
  onCancel.mockReset()
})

it('a click beside it does not shut it', async () => {
  show()
  await clickBeside()
  expect(onCancel).not.toHaveBeenCalled()
})

it('is shut at once where nothing was typed', async () => {
  show()
  await clickCross()
  expect(onCancel).toHaveBeenCalledOnce()
  await pressEscape()
  expect(onCancel).toHaveBeenCalledTimes(2)
  expect(questions.get()).toEqual([])
})

it.each([
  ['its cross', clickCross],
  ['Escape', pressEscape],
])('asks before what was typed in it is lost, by %s', async (_, shut) => {
  show()
  await type()
  await shut()
  expect(onCancel).not.toHaveBeenCalled()
  expect(questions.get().map(({ title }) => title)).toEqual(['要关闭窗口吗？'])
  await answerQuestion(false)
  expect(onCancel).not.toHaveBeenCalled()
  await shut()
  await answerQuestion(true)
  expect(onCancel).toHaveBeenCalledOnce()
})

it('a drawer is shut by a click beside it, and asks as well', async () => {
  const drawer = (
    <Drawer open title="新增行" onClose={onCancel}>
      <Report />
    </Drawer>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: drawer }])} />)
  const beside = () =>
    settle(() => fireEvent.click(document.querySelector('.ant-drawer-mask') ?? document.body))
  await type()
  await beside()
  expect(onCancel).not.toHaveBeenCalled()
  expect(questions.get()).toHaveLength(1)
  await answerQuestion(true)
  expect(onCancel).toHaveBeenCalledOnce()
})
