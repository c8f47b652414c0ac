import type { GrantRow } from '@portal/contract/iot/door-access'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { GrantTag } from './iot.words.tsx'

afterEach(cleanup)

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const grant: GrantRow = {
  id: 1,
  unit: { id: 2, name: '电镜室门' },
  kind: 'permanent',
  person: { id: 3, name: '林晓雨' },
  from: inHours(-1),
  to: null,
  weekdays: null,
  fromMinute: null,
  toMinute: null,
  reason: '值班',
  grantedBy: { id: 4, name: '何静' },
  grantedAt: inHours(-2),
  withdrawn: null,
  can: ['withdraw'],
}

test.each<[string, Partial<GrantRow>]>([
  ['有效', {}],
  ['有效', { to: inHours(1) }],
  ['未到时间', { from: inHours(1), to: inHours(2) }],
  ['已结束', { to: inHours(-0.5), can: [] }],
  ['已收回', { from: inHours(1), withdrawn: { at: inHours(-0.5), reason: '离组' }, can: [] }],
])('a grant is said to be %s', (word, more) => {
  render(<GrantTag grant={{ ...grant, ...more }} />)
  expect(screen.getByText(word)).toBeTruthy()
})
