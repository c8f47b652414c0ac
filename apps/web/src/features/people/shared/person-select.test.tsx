import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { PersonSelect } from './person-select.tsx'

const person = { id: 57, username: '2026001', name: '林晓雨', dept: '物理学院', userType: '1' }
const { asked } = stubCalls({ 'GET /backend/api/v1/user/find': makePage([person]) })

test('a person known by number only, as from a restored draft, is shown by name', async () => {
  renderPart(<PersonSelect value={57} known={{ id: 9, name: '王五' }} />)
  expect(await screen.findByText('林晓雨（2026001，物理学院）')).toBeTruthy()
  expect(asked.map(({ query }) => query.get('ids'))).toEqual(['57'])
})

test('nobody is asked for a name that is known', async () => {
  renderPart(<PersonSelect value={9} known={{ id: 9, name: '王五' }} />)
  expect(await screen.findByText('王五')).toBeTruthy()
  await act(async () => {})
  expect(asked).toEqual([])
})
