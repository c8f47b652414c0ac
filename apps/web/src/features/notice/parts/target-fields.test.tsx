import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { TargetFields } from './target-fields.tsx'

stubCalls({
  'GET /api/v2/dept/tree': ({ query }) => ({
    content: [
      {
        id: 1,
        label: '物理学院',
        enabled: true,
        children: query.get('enabled') ? [] : [{ id: 2, label: '声学系', enabled: false, children: [] }],
      },
    ],
  }),
  'GET /api/v2/notice/targets': { roles: [], userTypes: [{ value: '1', label: '学生' }] },
  'GET /api/code/list': [
    { value: '1', label: '学生' },
    { value: '6', label: '供应商' },
  ],
})

test('a closed dept and a type that is no longer offered are shown by their names', async () => {
  renderPart(<TargetFields value={{ deptIds: [2], roleIds: [], userTypes: ['6'] }} />)
  const has = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))
  await has('声学系（已停用）')
  await has('供应商（已停用）')
})
