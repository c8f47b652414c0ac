import { peopleCalls } from '@portal/contract/people/people'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { makeKey, queryClient } from '../../lib/query.ts'
import { stubCalls } from '../../testing/calls.ts'
import { useSetEnabled } from './people.queries.ts'

stubCalls({ 'PUT /api/v2/people/{id}/enabled': null })

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

test('a person whose account is closed is no longer found by the selects that have searched before', async () => {
  const found = makeKey(peopleCalls.find, { query: { page: 0, size: 20, keyword: '张' } })
  queryClient.setQueryData(found, { items: [], total: 0 })
  const { result } = renderHook(useSetEnabled, { wrapper })
  await act(async () => void (await result.current.run({ params: { id: 3 }, body: { enabled: false } })))
  expect(queryClient.getQueryState(found)?.isInvalidated).toBe(true)
})
