import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call } from '@portal/contract/kernel/call'
import { line } from '@portal/contract/kernel/fields'
import { Failure } from '../../lib/failure.ts'
import type { Write } from '../../lib/query.ts'
import { fill, press } from '../../testing/hands.ts'
import { sortReasons } from './check.ts'
import { keepDraft, readDraft } from './draft.ts'
import { Field } from './field.tsx'
import { FormPage } from './form-page.tsx'
import { hasUnsent } from './leave.ts'
import { UploadField } from './upload-field.tsx'
import { useSubmit } from './use-submit.ts'

const create = call({
  method: 'POST',
  path: '/api/x',
  summary: '',
  access: 'public',
  body: z.object({ title: line('样品名称', 5), note: z.string().optional() }),
  reply: z.null(),
})
const run = vi.fn<Write<typeof create>['run']>()

const freeSlots = (f: Failure) => <p>空闲：{String(f.data)}</p>

function Page() {
  const form = useSubmit({ call: create, run, busy: false }, { draft: 'test' })
  return (
    <FormPage title="送样" form={form} submit="提交" help={freeSlots}>
      <Field name="title" label="样品名称">
        <Input />
      </Field>
      <Field name="note" label="备注">
        <Input />
      </Field>
    </FormPage>
  )
}
const show = () => render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />)
const type = (label: string, value: string) => act(async () => fill(label, value))
const submit = () => press('提交')

beforeEach(() => {
  run.mockReset()
  localStorage.clear()
})
afterEach(cleanup)

/** A form with a head before its fields and a summary beside them. */
function Beside() {
  const form = useSubmit({ call: create, run, busy: false }, {})
  const title = (
    <Field name="title" label="样品名称">
      <Input />
    </Field>
  )
  return (
    <FormPage form={form} submit="提交" beside={{ lead: title, side: <p>¥400</p>, bar: '¥400' }}>
      <Field name="note" label="备注">
        <Input />
      </Field>
    </FormPage>
  )
}

/** One of two forms on a page with equal field names, such as a reason to postpone and a reason to cancel. */
function Second() {
  const form = useSubmit({ call: create, run, busy: false }, {})
  return (
    <FormPage form={form} submit="另存">
      <Field name="title" label="另一名称">
        <Input />
      </Field>
    </FormPage>
  )
}

it('with what it comes to beside it, says above all what lacks, as long as it does', async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Beside /> }])} />)
  await submit()
  await waitFor(() => expect(screen.getByText(/还不能提交/).textContent).toContain('样品名称'))
  expect(document.activeElement).toBe(screen.getByLabelText('样品名称'))
  expect(run).not.toHaveBeenCalled()
  await type('样品名称', '粉末')
  await waitFor(() => expect(screen.queryByText(/还不能提交/)).toBeNull())
})

describe('FormPage', () => {
  it('leads from each label to its own control, also beside another form', () => {
    render(
      <RouterProvider
        router={createMemoryRouter([
          {
            path: '/',
            element: (
              <>
                <Page />
                <Second />
              </>
            ),
          },
        ])}
      />,
    )
    expect(screen.getByLabelText('另一名称')).not.toBe(screen.getByLabelText('样品名称'))
    const ids = [...document.querySelectorAll('input')].map((i) => i.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('checks with the schema of the call while one types, and sends nothing that is wrong', async () => {
    show()
    await type('样品名称', '超过五个字的名称')
    expect(await screen.findByText('样品名称不能超过 5 个字')).toBeTruthy()
    await submit()
    expect(run).not.toHaveBeenCalled()
  })

  it('leads whoever submits too early to the first field that is wrong', async () => {
    show()
    const button = screen.getByRole('button', { name: '提交' })
    button.focus()
    await submit()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('样品名称')))
    expect(run).not.toHaveBeenCalled()
  })

  it('puts the server’s reasons on their fields, says the others above, and keeps what was typed', async () => {
    run.mockRejectedValue(
      new Failure({
        kind: 'refused',
        message: '不能提交',
        status: 422,
        requestId: 'r1',
        data: '周三 9:00',
        reasons: [
          { code: 'A', message: '名称已存在', field: 'title' },
          { code: 'B', message: '超出限额' },
        ],
      }),
    )
    show()
    await type('样品名称', '硅片')
    await submit()
    expect(await screen.findByText('名称已存在')).toBeTruthy()
    const alert = screen.getByText('不能提交').closest('[role=alert]')
    expect(alert?.textContent).toContain('超出限额')
    expect(alert?.textContent).toContain('空闲：周三 9:00')
    expect(alert?.textContent).toContain('r1')
    expect((screen.getByLabelText('样品名称') as HTMLInputElement).value).toBe('硅片')
  })

  it('says nothing of the server’s last refusal once the browser refuses', async () => {
    run.mockRejectedValue(
      new Failure({ kind: 'refused', message: '该时段已被预约', status: 409, requestId: 'r1', reasons: [] }),
    )
    show()
    await type('样品名称', '钢片')
    await submit()
    expect(await screen.findByText('该时段已被预约')).toBeTruthy()
    await type('样品名称', '')
    await submit()
    await waitFor(() => expect(screen.queryByText('该时段已被预约')).toBeNull())
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('sends once while busy; after silence on the line the repeat is the same attempt', async () => {
    run
      .mockRejectedValueOnce(new Failure({ kind: 'timeout', message: '请求超时', status: 0 }))
      .mockResolvedValue(null)
    show()
    await type('样品名称', '硅片')
    await submit()
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
    await submit()
    await waitFor(() => expect(run).toHaveBeenCalledTimes(2))
    expect(run.mock.calls[0]![0].idempotencyKey).toBe(run.mock.calls[1]![0].idempotencyKey)
    expect(run.mock.calls[1]![0].body).toEqual({ title: '硅片' })
  })

  it.each([
    ['that it may have been done', 'refused', 503],
    ['of a proxy', 'http', 504],
    ['that there were too many', 'refused', 429],
  ] as const)('after an answer %s the repeat is the same attempt', async (_, kind, status) => {
    run.mockRejectedValueOnce(new Failure({ kind, message: '连接中断', status })).mockResolvedValue(null)
    show()
    await type('样品名称', '硅片')
    await submit()
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
    await submit()
    await waitFor(() => expect(run).toHaveBeenCalledTimes(2))
    // After success the same content is a new request with a new key.
    await submit()
    await waitFor(() => expect(run).toHaveBeenCalledTimes(3))
    const keys = run.mock.calls.map(([args]) => args.idempotencyKey)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('with other values it is another attempt, and the first one again with the first', async () => {
    run.mockRejectedValue(new Failure({ kind: 'refused', message: '连接中断', status: 503 }))
    show()
    for (const [at, title] of ['硅片', '粉末', '硅片'].entries()) {
      await type('样品名称', title)
      await submit()
      await waitFor(() => expect(run).toHaveBeenCalledTimes(at + 1))
    }
    const keys = run.mock.calls.map(([args]) => args.idempotencyKey)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys[2]).toBe(keys[0])
  })

  it('the same for another row is another attempt', async () => {
    const pay = call({ ...create, path: '/api/x/{id}', params: z.object({ id: z.number() }) })
    const send = vi.fn<Write<typeof pay>['run']>()
    send.mockRejectedValue(new Failure({ kind: 'timeout', message: '请求超时' }))
    let id = 1
    function Row() {
      const form = useSubmit(
        { call: pay, run: send, busy: false },
        { args: (body) => ({ params: { id }, body }) },
      )
      return (
        <FormPage form={form} submit="提交">
          <Field name="title" label="样品名称">
            <Input />
          </Field>
        </FormPage>
      )
    }
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Row /> }])} />)
    await type('样品名称', '硅片')
    for (; id <= 2; id++) {
      await submit()
      await waitFor(() => expect(send).toHaveBeenCalledTimes(id))
    }
    const [first, second] = send.mock.calls.map(([args]) => args.idempotencyKey)
    expect(second).not.toBe(first)
  })

  it('takes two quick clicks for one', async () => {
    run.mockImplementation(() => new Promise(() => {}))
    show()
    await type('样品名称', '硅片')
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '提交' }))
      fireEvent.click(screen.getByRole('button', { name: '提交' }))
    })
    await waitFor(() => expect(run).toHaveBeenCalled())
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('keeps a draft and offers to start again', async () => {
    localStorage.setItem('draft::test', JSON.stringify({ values: { title: '草稿' }, at: Date.now() }))
    show()
    expect(await screen.findByText(/已恢复/)).toBeTruthy()
    expect((screen.getByLabelText('样品名称') as HTMLInputElement).value).toBe('草稿')
    await press('重新填写')
    expect((screen.getByLabelText('样品名称') as HTMLInputElement).value).toBe('')
    expect(localStorage.getItem('draft::test')).toBeNull()
  })

  it.each([
    ['goes to another page', cleanup],
    ['closes the tab', () => void dispatchEvent(new Event('pagehide'))],
  ])('who %s keeps what was typed last', async (_, leave) => {
    show()
    await type('样品名称', '硅片')
    leave()
    expect(readDraft<{ title?: string }>('test')?.values.title).toBe('硅片')
  })

  it('who has sent it leaves no draft behind', async () => {
    run.mockResolvedValue(null)
    show()
    await type('样品名称', '硅片')
    await submit()
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
    cleanup()
    expect(readDraft('test')).toBeNull()
  })
})

/** A form with a button that fills in a field. */
function Offered() {
  const form = useSubmit({ call: create, run, busy: false }, { draft: 'test' })
  return (
    <FormPage form={form} submit="提交">
      <button type="button" onClick={() => form.put('note', '加急')}>
        选用
      </button>
      <Field name="note" label="备注">
        <Input />
      </Field>
    </FormPage>
  )
}

it('what a button fills in is kept in the draft as what is typed', async () => {
  vi.useFakeTimers()
  try {
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Offered /> }])} />)
    act(() => void fireEvent.click(screen.getByRole('button', { name: '选用' })))
    expect((screen.getByLabelText('备注') as HTMLInputElement).value).toBe('加急')
    expect(hasUnsent()).toBe(true)
    act(() => void vi.advanceTimersByTime(600))
    expect(readDraft<{ note?: string }>('test')?.values.note).toBe('加急')
  } finally {
    vi.useRealTimers()
  }
})

/** A form that can be saved before it is handed in. */
function Savable() {
  const form = useSubmit({ call: create, run, busy: false }, { draft: 'test' })
  return (
    <FormPage form={form} submit="提交">
      <button type="button" onClick={() => form.saved()}>
        暂存
      </button>
      <Field name="note" label="备注">
        <Input />
      </Field>
    </FormPage>
  )
}

it('what was saved comes back from the server, and not from the draft', () => {
  vi.useFakeTimers()
  try {
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Savable /> }])} />)
    const note = (value: string) => act(() => void fill('备注', value))
    const pass = () => act(() => void vi.advanceTimersByTime(600))
    note('加急')
    pass()
    expect(readDraft('test')?.values).toMatchObject({ note: '加急' })
    note('不急')
    act(() => void fireEvent.click(screen.getByRole('button', { name: '暂存' })))
    pass()
    expect(readDraft('test')).toBeNull()
    expect(hasUnsent()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

it('a draft holds no files, and nothing in their places', () => {
  keepDraft('test', { number: '汇2025-1', proof: [new File(['x'], '凭证.pdf')], papers: [{ name: '合同' }] })
  expect(readDraft('test')?.values).toEqual({ number: '汇2025-1', proof: [], papers: [{ name: '合同' }] })
})

it('says so when no request can be made of what is filled in', async () => {
  function Broken() {
    const form = useSubmit(
      { call: create, run, busy: false },
      // What a draft of an earlier version held in place of a file.
      { args: (body) => ({ body, files: [null as unknown as File] }) },
    )
    return (
      <FormPage form={form} submit="提交">
        <Field name="title" label="样品名称">
          <Input />
        </Field>
      </FormPage>
    )
  }
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Broken /> }])} />)
  await type('样品名称', '硅片')
  await submit()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(run).not.toHaveBeenCalled()
})

describe('a file on its way', () => {
  const paper = call({
    ...create,
    path: '/api/paper',
    body: z.object({ files: z.array(z.string()) }),
  })
  const hand = vi.fn<Write<typeof paper>['run']>()
  const rule = { field: 'files', accept: ['any'] as const, maxBytes: 1000, maxFiles: 1 }
  const choose = (...names: string[]) =>
    act(
      async () =>
        void fireEvent.change(screen.getByLabelText('附件'), {
          target: { files: names.map((name) => new File(['x'], name)) },
        }),
    )
  function Papers({ upload }: { upload: (file: File) => Promise<string> }) {
    const form = useSubmit({ call: paper, run: hand, busy: false }, { initial: { files: [] } })
    return (
      <FormPage form={form} submit="提交">
        <Field name="files" label="附件">
          <UploadField<string> rule={rule} upload={upload} nameOf={(name) => name} />
        </Field>
      </FormPage>
    )
  }
  const open = (upload: (file: File) => Promise<string>) =>
    render(
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Papers upload={upload} /> }])} />,
    )
  const words = '文件还在上传，请稍候再提交'
  beforeEach(() => hand.mockReset().mockResolvedValue(null))

  it('is waited for, and then sent', async () => {
    const done = Promise.withResolvers<string>()
    open(() => done.promise)
    await choose('报价.pdf')
    expect(screen.queryByText(words)).toBeNull()
    await submit()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(hand).not.toHaveBeenCalled()
    await act(async () => done.resolve('报价.pdf'))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    await submit()
    await waitFor(() => expect(hand.mock.calls[0]?.[0].body).toEqual({ files: ['报价.pdf'] }))
  })

  it('that did not come holds nothing back', async () => {
    const done = Promise.withResolvers<string>()
    open(() => done.promise)
    await choose('报价.pdf')
    await submit()
    expect(await screen.findByText(words)).toBeTruthy()
    await act(async () => done.reject(new Failure({ kind: 'refused', message: '文件已损坏', status: 422 })))
    expect(await screen.findByText('文件已损坏')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    await submit()
    await waitFor(() => expect(hand.mock.calls[0]?.[0].body).toEqual({ files: [] }))
  })

  it('takes its place: no more are taken than fit', async () => {
    const upload = vi.fn((_: File) => new Promise<string>(() => {}))
    open(upload)
    await choose('报价.pdf')
    await choose('合同.pdf')
    expect(upload).toHaveBeenCalledOnce()
    expect(screen.getByText('最多上传 1 个文件')).toBeTruthy()
  })
})

describe('rows of a list', () => {
  const rows = call({
    method: 'POST',
    path: '/api/x',
    summary: '',
    access: 'public',
    body: z.object({ samples: z.array(z.object({ name: line('样品名称', 5) })) }),
    reply: z.null(),
  })
  const send = vi.fn<Write<typeof rows>['run']>()
  const ofRows = (samples: readonly { name: number }[]) =>
    samples.map(({ name }) => (
      <Field key={name} name={['samples', name, 'name']} label="样品名称">
        <Input />
      </Field>
    ))
  function RowsPage() {
    const form = useSubmit(
      { call: rows, run: send, busy: false },
      { initial: { samples: [{ name: '硅片' }] } },
    )
    return (
      <FormPage form={form} submit="提交">
        <Form.List name="samples">{ofRows}</Form.List>
      </FormPage>
    )
  }
  it('start with their values, are checked by their whole path, and are sent', async () => {
    send.mockResolvedValue(null)
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <RowsPage /> }])} />)
    expect((screen.getByLabelText('样品名称') as HTMLInputElement).value).toBe('硅片')
    await type('样品名称', '超过五个字的名称')
    expect(await screen.findByText('样品名称不能超过 5 个字')).toBeTruthy()
    await type('样品名称', '粉末')
    await submit()
    await waitFor(() => expect(send.mock.calls[0]?.[0].body).toEqual({ samples: [{ name: '粉末' }] }))
  })
})

it('a reason deep in a list lands on the field that shows the list', () => {
  const { onFields, others } = sortReasons(
    [
      { code: 'X', message: '名称缺失', field: 'samples.0.name' },
      { code: 'Y', message: '无处可放', field: 'payerId' },
    ],
    [['samples'], ['note']],
  )
  expect(onFields).toEqual([{ name: ['samples'], errors: ['名称缺失'] }])
  expect(others.map((o) => o.message)).toEqual(['无处可放'])
})
