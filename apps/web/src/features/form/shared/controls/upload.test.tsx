import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { JsonObject } from '@portal/form-kit/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import { afterEach, expect, it, vi } from 'vitest'
import { FormView } from '../form-view.tsx'

afterEach(cleanup)

const rule = { field: 'files', accept: ['any'] as const, maxBytes: 1000, maxFiles: 1 }

/** The field of an upload, its input and what it sends; the control is loaded on demand. */
async function showUpload(props: JsonObject) {
  const send = vi.fn(async () => ({ name: 'a.pdf', url: '/api/files/1' }))
  const { form } = parseForm([{ type: 'upload', field: 'paper', title: '附件', props }])
  if (!form) throw new Error('no form')
  render(<FormView form={form} upload={{ rule, send }} />)
  const button = await screen.findByRole('button', { name: '选择文件' }, { timeout: 20_000 })
  const field = button.parentElement
  const input = field?.querySelector('input')
  if (!field || !input) throw new Error('no input for a file')
  return { field, input, send }
}

it.each<[props: JsonObject, several: boolean]>([
  [{}, true],
  [{ multiple: true }, true],
  [{ multiple: false }, false],
  [{ limit: 1 }, false],
])('several files are chosen at once unless the form says otherwise: %o', async (props, several) => {
  expect((await showUpload(props)).input.multiple).toBe(several)
})

it('refuses several files that are dropped where one is chosen at a time', async () => {
  const { field, send } = await showUpload({ multiple: false })
  const files = [new File(['x'], 'a.pdf'), new File(['y'], 'b.pdf')]
  fireEvent.drop(field, { dataTransfer: { files } })
  expect(screen.getByText('请一次选择一个文件')).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
})
