import { deviceCalls } from '@portal/contract/device/device'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { makeKey, queryClient } from '../../lib/query.ts'
import { stubCalls } from '../../testing/calls.ts'
import { useOperateMany } from './manage.queries.ts'

stubCalls({ 'POST /api/maintain/device/operate': [] })

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

test('filters and cards know an instrument that has just been shared', async () => {
  // What the filters have read for ten minutes, and the cards for one.
  const read = [makeKey(deviceCalls.labs, {}), makeKey(pricePlanCalls.brief, { query: { deviceIds: '3' } })]
  for (const key of read) queryClient.setQueryData(key, [])
  const { result } = renderHook(useOperateMany, { wrapper })
  await act(async () => void (await result.current.run({ body: { ids: [3], event: 'share' } })))
  expect(read.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true])
})
