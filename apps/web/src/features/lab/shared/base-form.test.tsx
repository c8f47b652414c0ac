import type { LabDetail } from '@portal/contract/lab/lab'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { BaseForm } from './base-form.tsx'

// The lab as it was when the form was drawn; another user may have closed it since.
const lab = {
  id: 3,
  serialId: 'LAB003',
  name: '电镜中心',
  dept: { id: 2, name: '物理学院' },
  type: null,
  grade: null,
  room: null,
  areaM2: null,
  foundedYear: 1998,
  phone: '0700-86000301',
  email: null,
  intro: '旧摘要',
  enabled: true,
} as unknown as LabDetail

const { sent, answer } = stubCalls({
  'GET /api/code/list': [],
  'GET /api/v2/dept/tree': { content: [] },
  'GET /api/v2/room/tree': [],
  'PUT /api/v2/lab': null,
})

const later = { ...lab, enabled: false, phone: '0700-86000302' }
function Page() {
  const [read, setRead] = useState(lab)
  return (
    <>
      <button onClick={() => setRead(later)}>再读一次</button>
      <BaseForm lab={read} />
    </>
  )
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /保存资料/ })
/** Until then the form hears no further click. */
const isSaved = () => waitFor(() => expect(save().disabled).toBe(false))

test('a new summary changes nothing else: neither whether it is open nor its number', async () => {
  renderPage(<Page />)
  fill('摘要', '新摘要')
  // The page has reloaded the lab; the form still shows its initial values.
  fireEvent.click(screen.getByText('再读一次'))
  fireEvent.click(save())
  await waitFor(() => expect(sent).toEqual([{ id: 3, intro: '新摘要' }]))
  await isSaved()
  fill('联系电话', '0700-86000303')
  fireEvent.click(save())
  await waitFor(() => expect(sent[1]).toEqual({ id: 3, phone: '0700-86000303' }))
})

test('what is no longer offered is shown by its label', async () => {
  answer({
    'GET /api/code/list': ({ query }) =>
      query.get('type') === 'lab_type'
        ? [{ value: '1', label: '教学实验室' }]
        : [{ value: '1', label: '国家级' }, ...(query.get('all') ? [{ value: '3', label: '校级' }] : [])],
  })
  renderPage(<BaseForm lab={{ ...lab, type: '1', grade: '3' }} />)
  await waitFor(() => expect(document.body.textContent).toContain('校级（已停用）'))
  expect(document.body.textContent).toContain('教学实验室')
  expect(document.body.textContent).not.toContain('教学实验室（已停用）')
})

test('a closed department is shown by its name', async () => {
  answer({
    'GET /api/v2/dept/tree': { content: [{ id: 9, label: '化学学院', enabled: true, children: [] }] },
  })
  renderPage(<BaseForm lab={lab} />)
  await waitFor(() => expect(document.body.textContent).toContain('物理学院（已停用）'))
})
